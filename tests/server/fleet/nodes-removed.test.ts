import { describe, expect, test } from 'vitest'
import { aFakeFleet } from '../../support/fakeFleet.ts'
import { aNewServer, aNode, aServer, months } from '../../support/make.ts'
import { call, type Console, invite, nodeConsole } from '../../support/nodes.ts'
import { aPlane } from '../../support/plane.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SOON = { timeout: 5_000 }
const MB = 1_000_000
const NODE = '/api/admin/node/{nodeId}'
const path = (nodeId: number) => ({ params: { path: { nodeId } } })
const removed = async ({ as }: Pick<Console, 'as'>, nodeId: number) => {
  const { response, error } = await as(mainAdmin).DELETE(NODE, path(nodeId))
  return [response.status, error]
}

describe('deleteNode', () => {
  test('is refused while a server is on it, also where it is revoked', async () => {
    const world = await makeWorld()
    const nodeId = await aNode(world, { state: 'revoked' })
    const server = await aServer(world, { plane: 'node', nodeId })
    expect(await removed(world, nodeId)).toEqual([403, 'carries servers'])
    await world.as(mainAdmin).DELETE('/api/admin/server/{serverId}', {
      params: { path: { serverId: server } },
    })
    expect(await removed(world, nodeId)).toEqual([200, undefined])
    expect(await removed(world, nodeId)).toEqual([404, undefined])
    const audit = await world.db.selectFrom('audit').select('operation').execute()
    expect(audit.filter(({ operation }) => operation === 'deleteNode')).toHaveLength(1)
  })

  test('leaves what was carried on it, in charts and counted', async () => {
    const world = await makeWorld()
    const nodeId = await aNode(world)
    const server = await aServer(world, { plane: 'node', nodeId })
    const { db } = world
    const row = { type: 1, port: 50_000, password: 'secret', subscribe: 'x', createTime: 0 }
    await db
      .insertInto('account')
      .values({ id: 7, ...row })
      .execute()
    await pass(world, server, 7, 5)
    const mark = { source: `node:${nodeId}`, epoch: 'a', key: `${server}:7`, up: 0, down: 5 }
    await db
      .insertInto('counterMark')
      .values({ ...mark, time: 0 })
      .execute()
    await db.updateTable('server').set({ plane: 'embedded', nodeId: null }).execute()
    const kept = () =>
      Promise.all([
        db.selectFrom('usage').selectAll().execute(),
        db.selectFrom('serverFlow').selectAll().execute(),
        db.selectFrom('flowDay').selectAll().execute(),
        db.selectFrom('counterMark').selectAll().execute(),
      ])
    const before = await kept()
    expect(before.every((rows) => rows.length === 1)).toBe(true)
    expect(await removed(world, nodeId)).toEqual([200, undefined])
    expect(await kept()).toEqual(before)
  })

  test('ends its link; its key and its open lines are good for nothing, a new line is', async () => {
    const world = await nodeConsole()
    const machine = await call(world, { token: (await invite(world)).token })
    const { identity, node } = machine
    const again = await invite(world, { nodeId: node })
    await world.db.deleteFrom('server').execute()
    expect(await removed(world, node)).toEqual([200, undefined])
    await expect.poll(() => machine.state.isEnded).toBe(true)
    await expect(call(world, { identity })).rejects.toMatchObject({ reason: 'unknown key' })
    await expect(call(world, { token: again.token })).rejects.toMatchObject({
      reason: 'unknown link',
    })
    const { token } = await invite(world)
    // The number of one that is gone is given to no other.
    expect((await call(world, { identity, token })).node).toBeGreaterThan(node)
  })

  test('or a server put on it at the same moment: one of the two', async () => {
    for (let at = 0; at < 5; at += 1) {
      const plane = { ...aPlane().plane, alive: async () => true }
      const world = await makeWorld({ plane })
      const nodeId = await aNode(world)
      const body = aNewServer({ plane: 'node', nodeId })
      const [[status], added] = await Promise.all([
        removed(world, nodeId),
        world.as(mainAdmin).POST('/api/admin/server', { body }),
      ])
      expect([status, added.response.status].toSorted()).toEqual([200, 403])
    }
  })

  test('is for the main admin', async () => {
    const world = await makeWorld()
    const nodeId = await aNode(world)
    const admin = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(admin).DELETE(NODE, path(nodeId))).response.status).toBe(403)
  })

  test('frees what it was lent of quotas, which others carry then', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [(typeof places)[0], (typeof places)[0]]
    const shared = { ...months(world, 1), flow: 100 * MB, multiServerFlow: 1 as const }
    const account = await anAccountOn([one.server, two.server], shared)
    const key = `${two.server}:${account}`
    const running = start()
    const [a, b] = [link(one.node, 'a'), link(two.node, 'b')]
    await running.settle()
    await expect.poll(() => b.orderOf(key)?.until, SOON).toBe(50 * MB)
    a.wire.close()
    const { db } = world
    await db.updateTable('server').set({ nodeId: two.node }).where('id', '=', one.server).execute()
    await running.settle()
    // Half of it is with a machine that is away.
    expect(b.orderOf(key)?.until).toBe(25 * MB)
    expect(await removed(world, one.node)).toEqual([200, undefined])
    running.wake()
    await expect.poll(() => b.orderOf(key)?.until, SOON).toBe(50 * MB)
    expect(await db.selectFrom('portLease').select('nodeId').distinct().execute()).toEqual([
      { nodeId: two.node },
    ])
  })
})
