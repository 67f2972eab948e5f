import { describe, expect, test } from 'vitest'
import { makeServerWatch } from '../../server/notify/serverWatch.ts'
import { noPlane } from '../../server/traffic/plane/none.ts'
import type { PortState } from '../../server/base/plane.ts'
import { aServer } from '../support/make.ts'
import { makeWorld } from '../support/world.ts'

/** A site whose engine and ports have the states a test sets. */
async function withServers() {
  const engine = { alive: true, states: [] as PortState[] }
  const plane = { ...noPlane(), alive: async () => engine.alive, states: () => engine.states }
  const world = await makeWorld({ plane })
  const [tokyo, osaka] = [
    await aServer(world, { name: 'Tokyo' }),
    await aServer(world, { name: 'Osaka', shift: 1 }),
  ]
  const look = makeServerWatch(world.world)
  /** Looks every fifteen seconds for so long. */
  async function pass(seconds: number, watch = look) {
    for (let at = 0; at < seconds; at += 15) {
      world.clock.add(15_000)
      await watch()
    }
  }
  const notified = async () => {
    const events = await world.db
      .selectFrom('event')
      .select(['kind', 'data'])
      .orderBy('id')
      .execute()
    return events.map(({ kind, data }) => [kind, (JSON.parse(data) as { names: string }).names])
  }
  const port = (serverId: number, accountId: number, open: boolean, reason?: string) => ({
    key: `${serverId}:${accountId}`,
    port: 1000 + accountId,
    open,
    ...(reason ? { reason } : {}),
  })
  await look()
  return {
    engine,
    world,
    tokyo,
    osaka,
    pass,
    notified,
    port,
    watch: () => makeServerWatch(world.world),
  }
}

describe('servers', () => {
  test('that fail for two minutes are reported together and once, and when they work again', async () => {
    const { engine, pass, notified } = await withServers()
    engine.alive = false
    await pass(105)
    expect(await notified()).toEqual([])
    await pass(3_600)
    expect(await notified()).toEqual([['serverDown', 'Tokyo, Osaka']])
    engine.alive = true
    await pass(60)
    expect(await notified()).toEqual([
      ['serverDown', 'Tokyo, Osaka'],
      ['serverUp', 'Tokyo, Osaka'],
    ])
  })

  test('that stumble for less than two minutes are not worth a word', async () => {
    const { engine, pass, notified } = await withServers()
    for (let times = 0; times < 5; times += 1) {
      engine.alive = false
      await pass(90)
      engine.alive = true
      await pass(15)
    }
    expect(await notified()).toEqual([])
  })

  test('fail with all their ports, not with some, nor with those that are closed as meant', async () => {
    const { engine, tokyo, osaka, pass, notified, port } = await withServers()
    engine.states = [
      port(tokyo, 1, false, 'in use'),
      port(tokyo, 2, true),
      port(osaka, 1, false, 'over'),
      port(osaka, 2, false, 'expired'),
    ]
    await pass(600)
    expect(await notified()).toEqual([])
    engine.states = [port(tokyo, 1, false, 'in use'), port(osaka, 1, true)]
    await pass(600)
    expect(await notified()).toEqual([['serverDown', 'Tokyo']])
  })

  test('are reported once also by a process that was started again, or beside', async () => {
    const { engine, pass, notified, watch } = await withServers()
    engine.alive = false
    await pass(180)
    await pass(180, watch())
    engine.alive = true
    const [one, two] = [watch(), watch()]
    await pass(15, async () => void (await Promise.all([one(), two()])))
    expect((await notified()).map(([kind]) => kind)).toEqual(['serverDown', 'serverUp'])
  })
})
