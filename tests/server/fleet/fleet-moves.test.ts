import { describe, expect, test } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { removeOldMarks } from '../../../server/accounts/metering/marks.ts'
import { noteMove } from '../../../server/accounts/servers/store.ts'
import { aFakeFleet } from '../../support/fakeFleet.ts'
import { months } from '../../support/make.ts'

const SOON = { timeout: 5_000 }
const MB = 1_000_000

type Place = { node: number; server: number }

const moved = (db: Database, { node, server }: Place, to: number, now: number) =>
  db.transaction().execute(async (tx) => {
    await noteMove(tx, { id: server, plane: 'node', nodeId: node }, now)
    await tx.updateTable('server').set({ nodeId: to }).where('id', '=', server).execute()
  })

const usageIn =
  ({ db }: { db: Database }) =>
  async () =>
    (await db.selectFrom('usage').select('bytes').execute()).reduce(
      (sum, one) => sum + one.bytes,
      0,
    )

describe('a server that moves from one node to another', () => {
  test('is closed on the first once it is open on the second; both count, each byte once', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const limited = { ...months(world, 1), flow: 100 * MB }
    const account = await anAccountOn([one.server], limited)
    const key = `${one.server}:${account}`
    const running = start()
    const [a, b] = [link(one.node, 'a'), link(two.node, 'b')]
    await running.settle()
    await expect.poll(() => a.orderOf(key)?.until, SOON).toBe(100 * MB)
    a.report([key, 10 * MB, 0, 0])
    await expect.poll(usageIn(world), SOON).toBe(10 * MB)
    // The second takes its time: nobody is cut off meanwhile.
    b.engine.isSilent = true
    await moved(world.db, one, two.node, world.clock.at)
    running.wake()
    const asked = () =>
      b.requested.find(({ orders = [] }) => orders.some((order) => order.key === key))
    await expect.poll(asked, SOON).toBeDefined()
    expect([...a.open]).toEqual([key])
    expect(b.orderOf(key)?.until).toBe(2 ** 20)
    a.report([key, 12 * MB, 0, 0])
    b.engine.isSilent = false
    b.open.add(key)
    b.say({ id: asked()?.id, result: [{ key, state: 'open' }] })
    await expect.poll(() => [...a.open], SOON).toEqual([])
    a.report([key, 13 * MB, 0, 0])
    b.report([key, 2 * MB, 0, 0])
    await expect.poll(usageIn(world), SOON).toBe(15 * MB)
    // The same again, late, adds nothing.
    a.report([key, 13 * MB, 0, 0])
    running.wake([account])
    await expect.poll(() => b.orderOf(key)?.until, SOON).toBe(87 * MB)
    expect(await usageIn(world)()).toBe(15 * MB)
  })

  test('is billed for what the first counted while nobody heard of it', async () => {
    const { world, places, start, link, anAccountOn } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const account = await anAccountOn([one.server])
    const key = `${one.server}:${account}`
    const first = start()
    link(one.node, 'a')
    await first.settle()
    await first.stop()
    await moved(world.db, one, two.node, world.clock.at)
    // Another console never asked it for anything, and nothing was booked there before.
    const second = start()
    const lives = [{ epoch: 'a', counters: [[key, 7, 0, 1]] as never }]
    const back = link(one.node, 'a', { lives, ports: [{ key, port: 9 }] })
    back.open.add(key)
    await second.settle()
    await expect.poll(usageIn(world), SOON).toBe(7)
    await expect.poll(() => [...back.open], SOON).toEqual([])
  })

  test('is no longer believed of the first after a week and a day', async () => {
    const { world, places } = await aFakeFleet(2)
    const [one, two] = places as [Place, Place]
    const { db, clock } = world
    await moved(db, one, two.node, clock.at)
    const left = async () => (await db.selectFrom('serverMove').selectAll().execute()).length
    await removeOldMarks(db, clock.at + 8 * 86_400_000)
    expect(await left()).toBe(1)
    await removeOldMarks(db, clock.at + 8 * 86_400_000 + 1)
    expect(await left()).toBe(0)
  })
})
