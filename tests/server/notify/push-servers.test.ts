import { describe, expect, test } from 'vitest'
import { makeServerWatch } from '../../../server/notify/serverWatch.ts'
import { noPlane } from '../../../server/engine/noPlane.ts'
import { type Light, UNKNOWN } from '../../../server/base/lights.ts'
import type { PortState } from '../../../server/engine/plane.ts'
import { aServer } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

/** A site whose engine and ports have the states a test sets. */
async function withServers(watched: Partial<Parameters<typeof makeServerWatch>[0]> = {}) {
  const engine = { alive: true, states: [] as PortState[] }
  const plane = { ...noPlane(), alive: async () => engine.alive, states: () => engine.states }
  const world = await makeWorld({ plane })
  const [tokyo, osaka] = [
    await aServer(world, { name: 'Tokyo' }),
    await aServer(world, { name: 'Osaka', shift: 1 }),
  ]
  const handshakes = new Map<number, Light>()
  const handshakeOf = (id: number) => handshakes.get(id) ?? UNKNOWN
  const of = (id: number) => ({ agent: UNKNOWN, ports: UNKNOWN, handshake: handshakeOf(id) })
  const lights = { ...world.world.lights, of }
  const makeWatch = () => makeServerWatch({ ...world.world, lights, ...watched })
  const look = makeWatch()
  /** What connections through servers come to from now on. */
  const see = (state: Light['state'], cause: Light['cause'], ...ids: number[]) => {
    for (const id of ids) handshakes.set(id, { state, cause, since: null, value: null })
  }
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
  const causes = async () => {
    const events = await world.db.selectFrom('event').select('data').orderBy('id').execute()
    return events.map(({ data }) => (JSON.parse(data) as { cause?: string }).cause)
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
    causes,
    port,
    see,
    watch: makeWatch,
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

  test('are told of after two minutes, to the look', async () => {
    const { engine, pass, notified } = await withServers()
    engine.alive = false
    // Noticed at the first look, fifteen seconds from now.
    await pass(15 + 105)
    expect(await notified()).toEqual([])
    await pass(15)
    expect(await notified()).toEqual([['serverDown', 'Tokyo, Osaka']])
  })

  test('are told of by the process that is the one to do it, and by no other', async () => {
    const { engine, pass, notified } = await withServers({ hold: async () => false })
    engine.alive = false
    await pass(600)
    expect(await notified()).toEqual([])
  })

  test('of an engine that never was there are not missed until it was', async () => {
    const { engine, pass, notified } = await withServers({ hasEngine: false })
    // The first look found one.
    engine.alive = false
    await pass(600)
    expect(await notified()).toEqual([['serverDown', 'Tokyo, Osaka']])
    const without = await withServers({ hasEngine: false, plane: noPlane() })
    await without.pass(600)
    expect(await without.notified()).toEqual([])
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

describe('servers that are reached in part', () => {
  test('for two minutes are told with the cause and once, and when it is over for as long', async () => {
    const { tokyo, osaka, pass, notified, causes, see } = await withServers()
    see('green', null, osaka)
    see('amber', 'onlyNodes', tokyo)
    await pass(105)
    expect(await notified()).toEqual([])
    await pass(3_600)
    expect(await notified()).toEqual([['serverDown', 'Tokyo']])
    expect(await causes()).toEqual(['onlyNodes'])
    // Another cause of the same is no news.
    see('amber', 'onlyConsole', tokyo)
    await pass(600)
    see('green', null, tokyo)
    await pass(105)
    expect(await notified()).toHaveLength(1)
    await pass(600)
    expect(await notified()).toEqual([
      ['serverDown', 'Tokyo'],
      ['serverUp', 'Tokyo'],
    ])
  })

  test('are told together where one cause is found out for one after the other', async () => {
    const { tokyo, osaka, pass, notified, see } = await withServers()
    see('green', null, osaka)
    see('amber', 'onlyNodes', tokyo)
    await pass(60)
    see('amber', 'onlyNodes', osaka)
    await pass(105)
    expect(await notified()).toEqual([])
    await pass(600)
    expect(await notified()).toEqual([['serverDown', 'Tokyo, Osaka']])
  })

  test('do not wait for those with another cause', async () => {
    const { tokyo, osaka, pass, notified, see } = await withServers()
    see('green', null, osaka)
    see('amber', 'onlyNodes', tokyo)
    await pass(60)
    see('amber', 'onlyConsole', osaka)
    await pass(75)
    expect(await notified()).toEqual([['serverDown', 'Tokyo']])
    await pass(600)
    expect(await notified()).toEqual([
      ['serverDown', 'Tokyo'],
      ['serverDown', 'Osaka'],
    ])
  })

  test('do not wait for others longer than a minute, nor for what stumbles', async () => {
    const { tokyo, osaka, pass, notified, see } = await withServers()
    see('amber', 'onlyNodes', tokyo)
    for (let at = 0; at < 4; at += 1) {
      see('amber', 'onlyNodes', osaka)
      await pass(45)
      see('green', null, osaka)
      await pass(15)
    }
    expect(await notified()).toEqual([['serverDown', 'Tokyo']])
  })

  test('are told after a minute of waiting, however many others go on joining', async () => {
    const { world, tokyo, osaka, pass, notified, see } = await withServers()
    const more = ['Kobe', 'Nagoya', 'Sendai', 'Naha'].map((name, at) =>
      aServer(world, { name, shift: at + 2 }),
    )
    const all = [tokyo, osaka, ...(await Promise.all(more))]
    see('green', null, ...all)
    // The first look after it happened is the one at fifteen seconds.
    const told = new Map<string, number>()
    for (let seconds = 0; seconds < 285; seconds += 15) {
      const joining = all[seconds / 45]
      if (joining !== undefined) see('amber', 'onlyNodes', joining)
      await pass(15)
      for (const [, names = ''] of await notified()) told.getOrInsert(names, seconds + 15)
    }
    expect([...told]).toEqual([
      ['Tokyo', 15 + 120 + 60],
      ['Osaka', 60 + 120 + 60],
      ['Kobe', 105 + 120 + 60],
    ])
    await pass(600)
    const names = (await notified()).map(([, list]) => list).join(', ')
    expect(names.split(', ').toSorted()).toEqual(
      ['Tokyo', 'Osaka', 'Kobe', 'Nagoya', 'Sendai', 'Naha'].toSorted(),
    )
  })

  test('and not reached at all in turn are told of, and of each step once', async () => {
    const { tokyo, osaka, pass, causes, notified, see } = await withServers()
    see('green', null, osaka)
    for (let at = 0; at < 20; at += 1) {
      see('red', 'silent', tokyo)
      await pass(45)
      see('amber', 'onlyNodes', tokyo)
      await pass(45)
    }
    expect(await causes()).toEqual(['onlyNodes'])
    see('red', 'silent', tokyo)
    await pass(600)
    see('amber', 'onlyConsole', tokyo)
    await pass(105)
    expect(await causes()).toEqual(['onlyNodes', 'noEntry'])
    await pass(600)
    expect(await causes()).toEqual(['onlyNodes', 'noEntry', 'onlyConsole'])
    see('green', null, tokyo)
    await pass(600)
    expect((await notified()).map(([kind]) => kind)).toEqual([
      'serverDown',
      'serverDown',
      'serverDown',
      'serverUp',
    ])
  })

  test.each([
    ['amber', 'onlyNodes'],
    ['red', 'silent'],
  ] as const)(
    'are not told to be well by a process that has not tried yet: %s',
    async (state, cause) => {
      const { tokyo, osaka, pass, notified, see, watch } = await withServers()
      see('green', null, osaka)
      see(state, cause, tokyo)
      await pass(300)
      see('grey', null, tokyo)
      const next = watch()
      await pass(600, next)
      expect(await notified()).toEqual([['serverDown', 'Tokyo']])
      // Nothing is there any more to be tried.
      see('grey', 'notTried', tokyo)
      await pass(600, next)
      expect(await notified()).toHaveLength(2)
    },
  )
})
