/** @module-tag long */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Outcome } from '../../../server/engine/outcome.ts'
import type { PortState } from '../../../server/engine/plane.ts'
import { openBoard } from '../../../server/fleet/health/board.ts'
import { makeAttempt } from '../../../server/fleet/health/attempt.ts'
import { makeLook } from '../../../server/fleet/health/looking.ts'
import { removeOldOutages, selectOutages } from '../../../server/fleet/health/outages.ts'
import {
  agentLight,
  customersOf,
  handshakeLight,
  portsLight,
  type Trials,
} from '../../../server/fleet/health/seeing.ts'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { engineFolder } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aNode, aServer } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const port = (open: boolean, reason?: string): PortState => ({
  key: '1:1',
  port: 1,
  open,
  ...(reason && { reason }),
})

describe('a light', () => {
  test('of the agent is red when it is away, amber when its clock is off', () => {
    expect(agentLight(false, {})).toEqual({ state: 'red', cause: 'away', value: null })
    expect(agentLight(true, {})).toEqual({ state: 'green', cause: null, value: null })
    const pulse = (skewMs: number) => agentLight(true, { skewMs, roundTripMs: 20 })
    expect([pulse(30_000).state, pulse(-30_000).state]).toEqual(['green', 'green'])
    expect(pulse(-30_001)).toEqual({ state: 'amber', cause: 'clockOff', value: 20 })
  })

  test('of the ports covers the desired ones', () => {
    const over = port(false, 'over')
    expect(portsLight([port(true), over], true)).toMatchObject({ state: 'green', value: 1 })
    expect(portsLight([port(true), port(false, 'port in use')], true)).toMatchObject({
      state: 'amber',
      cause: 'somePorts',
    })
    expect(portsLight([port(false, 'port in use')], true).cause).toBe('noPorts')
    expect(portsLight([over], true).state).toBe('grey')
    expect(portsLight([port(false, 'port in use')], false).state).toBe('grey')
  })

  test('of the connection shows who can reach the server', () => {
    const ok = { ok: true, ms: 30 }
    const no = { ok: false, ms: 30, reason: 'silent' as const }
    const light = (one?: typeof ok | typeof no, other?: typeof ok | typeof no) => {
      const { state, cause } = handshakeLight({
        ...(one && { console: one }),
        ...(other && { node: other }),
      })
      return [state, cause]
    }
    expect(light()).toEqual(['grey', 'notTried'])
    for (const lit of [light(ok), light(ok, ok)]) expect(lit).toEqual(['green', null])
    for (const lit of [light(no), light(no, no)]) expect(lit).toEqual(['red', 'silent'])
    expect(light(no, ok)).toEqual(['amber', 'onlyNodes'])
    expect(light(ok, no)).toEqual(['amber', 'onlyConsole'])
  })
})

describe('what customers meet', () => {
  const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
    serverId: 1,
    heardAt: 0,
    reachedAt: 0,
    lostAt: 0,
    losses: 0,
    lost: 0,
    accounts: 0,
    missed: 0,
    ...changes,
  })
  const of = (changes: Partial<Outcome>, failingSince?: number) =>
    customersOf(outcome(changes), { failingSince, now: DAY })
  const lately = { lostAt: DAY - 1, accounts: 2 }

  test('says whether they get through, and whether they reach anything', () => {
    expect(customersOf(undefined, { failingSince: 1, now: DAY })).toBeUndefined()
    expect([of({ heardAt: 6 }, 5), of({ heardAt: 5 }, 5), of({ heardAt: 6 })]).toEqual([
      'heard',
      undefined,
      undefined,
    ])
    expect([of({ ...lately, lost: 3 }), of({ ...lately, lost: 2 })]).toEqual(['lost', undefined])
    const one = { ...lately, accounts: 1 }
    expect([of({ ...one, lost: 5 }), of({ ...one, lost: 4 })]).toEqual(['lost', undefined])
    expect(of({ ...lately, lost: 3, reachedAt: DAY })).toBeUndefined()
    expect(
      [2 * MINUTE, 2 * MINUTE + 1].map((age) => of({ ...lately, lost: 3, lostAt: DAY - age })),
    ).toEqual(['lost', undefined])
    expect([of({ ...one, missed: 1, losses: 2 }), of({ ...one, missed: 1, losses: 1 })]).toEqual([
      'missed',
      undefined,
    ])
    expect(of({ ...one, missed: 0, losses: 9 })).toBeUndefined()
  })

  test('weighs more than what was tried', () => {
    const [ok, no] = [
      { ok: true, ms: 9 },
      { ok: false, ms: 9, reason: 'silent' as const },
    ]
    const light = (trials: Trials, customers?: Parameters<typeof handshakeLight>[1]) => {
      const { state, cause } = handshakeLight(trials, customers)
      return [state, cause]
    }
    expect(light({ console: no }, 'heard')).toEqual(['amber', 'onlyCustomers'])
    expect(light({ console: ok }, 'lost')).toEqual(['red', 'noWayOut'])
    expect(light({ console: ok }, 'missed')).toEqual(['amber', 'noWayOut'])
    expect(light({ console: no, node: ok }, 'missed')).toEqual(['amber', 'onlyNodes'])
    expect(light({}, 'missed')).toEqual(['grey', 'notTried'])
    expect(light({ console: ok, udp: no })).toEqual(['amber', 'noUdp'])
    expect(light({ console: ok, udp: ok })).toEqual(['green', null])
    expect(light({ console: no, udp: no })).toEqual(['red', 'silent'])
  })
})

/** A world whose servers are checked with the results a test sets. */
async function looked() {
  const { plane, ...ports } = aPlane()
  const world = await makeWorld({ plane })
  const board = openBoard(() => world.clock.at)
  Object.assign(world.world.lights, board)
  const said = { alive: true, trials: { console: { ok: true, ms: 9 } } as Trials, tries: 0 }
  plane.alive = async () => said.alive
  const attempt = async () => {
    said.tries += 1
    return said.trials
  }
  const look = makeLook({ ...world.world, board, attempt, pulseOf: () => ({}) })
  return { world, board, look, said, plane, ports }
}

describe('listServerOutages', () => {
  test('reports when which light was red, the newest first, of one server', async () => {
    const { world, look, said } = await looked()
    const [server, other] = [await aServer(world), await aServer(world)]
    const read = (serverId: number, as = mainAdmin) =>
      world.as(as).GET('/api/admin/server/{serverId}/outage', { params: { path: { serverId } } })
    await look()
    expect((await read(server)).data).toEqual([])
    const began = world.clock.at
    said.alive = false
    await look()
    world.clock.add(MINUTE)
    said.alive = true
    said.trials = { console: { ok: false, ms: 1, reason: 'refused' } }
    await look()
    const ended = { light: 'agent', cause: 'away', from: began, to: began + MINUTE }
    const lasting = { light: 'handshake', cause: 'refused', from: began + MINUTE, to: null }
    expect((await read(server)).data).toEqual([lasting, ended])
    expect((await read(other)).data).toHaveLength(2)
    expect((await read(99)).response.status).toBe(404)
    const user = await world.person()
    expect((await read(server, user)).response.status).toBe(401)
  })
})

describe('listMyOutages', () => {
  test('tells when servers of an own account did not report, and of no others', async () => {
    const { world, look, said } = await looked()
    const { db } = world
    const [own, other] = [await aServer(world), await aServer(world)]
    const hidden = await aServer(world, { shift: 2 })
    await db.insertInto('tag').values({ type: 'server', key: hidden, name: '#hide' }).execute()
    const [user, stranger] = [await world.person(), await world.person()]
    const list = JSON.stringify([own, hidden])
    const some = await anAccount(world, { userId: user.id, server: list })
    const all = await anAccount(world, { userId: user.id })
    const none = await anAccount(world, { userId: user.id, server: '[]' })
    const read = (accountId: number, as: typeof user = user) =>
      world.as(as).GET('/api/user/account/{accountId}/outage', { params: { path: { accountId } } })
    await look()
    expect((await read(all)).data).toEqual([])
    const began = world.clock.at
    said.alive = false
    await look()
    world.clock.add(MINUTE)
    said.alive = true
    said.trials = { console: { ok: false, ms: 1, reason: 'refused' } }
    await look()
    const ended = { from: began, to: began + MINUTE }
    expect((await read(some)).data).toEqual([{ serverId: own, ...ended }])
    expect((await read(all)).data).toEqual([
      { serverId: other, ...ended },
      { serverId: own, ...ended },
    ])
    expect((await read(none)).data).toEqual([])
    said.alive = false
    await look()
    const lasting = { serverId: own, from: began + MINUTE, to: null }
    expect((await read(some)).data).toEqual([lasting, { serverId: own, ...ended }])
    expect((await read(some, stranger)).response.status).toBe(403)
  })
})

describe('listServerLights', () => {
  test('says since when, and is for admins only', async () => {
    const { world, look, said, plane } = await looked()
    const server = await aServer(world)
    const account = await anAccount(world)
    await plane.change(
      [{ key: `${server}:${account}`, port: 1, method: '', password: '', budget: null }],
      [],
    )
    const read = async () => (await world.as(mainAdmin).GET('/api/admin/server/lights')).data!
    expect(await read()).toMatchObject([
      { serverId: server, agent: { state: 'grey', since: null }, lookedAt: null },
    ])
    const began = world.clock.at
    await look()
    world.clock.add(MINUTE)
    await look()
    const green = { state: 'green', cause: null, since: began }
    expect(await read()).toMatchObject([
      {
        agent: green,
        ports: { ...green, value: 1 },
        handshake: { ...green, value: 9 },
        wantedPorts: 1,
        monthLimit: null,
      },
    ])
    said.alive = false
    await look()
    expect(await read()).toMatchObject([
      { agent: { state: 'red', cause: 'away', since: began + MINUTE }, ports: { state: 'grey' } },
    ])
    const user = await world.person()
    expect((await world.as(user).GET('/api/admin/server/lights')).response.status).toBe(401)
  })

  test('tries a connection once a minute, and at once when something changed', async () => {
    const { world, look, said } = await looked()
    await aServer(world)
    await look()
    await look()
    expect(said.tries).toBe(1)
    said.alive = false
    await look()
    expect(said.tries).toBe(2)
  })

  test('believes customers who get through while trials fail, and says nothing of other servers', async () => {
    const { world, look, said, plane } = await looked()
    const [server, other] = [await aServer(world), await aServer(world, { plane: 'manager' })]
    const read = async () => (await world.as(mainAdmin).GET('/api/admin/server/lights')).data![0]!
    said.trials = { console: { ok: false, ms: 1, reason: 'silent' } }
    await look()
    expect((await read()).serving).toMatchObject({ state: 'red', cause: 'silent' })
    world.clock.add(MINUTE)
    const fine = { reachedAt: 0, lostAt: 0, losses: 0, lost: 0, accounts: 0, missed: 0 }
    plane.outcomes = async () =>
      [server, other].map((serverId) => ({ serverId, heardAt: world.clock.at, ...fine }))
    await look()
    expect((await read()).serving).toMatchObject({ state: 'amber', cause: 'onlyCustomers' })
  })

  test('counts what passed in the month, and what passes now', async () => {
    const { world, board } = await looked()
    const nodeId = await aNode(world, { trafficLimit: 500 })
    const server = await aServer(world, { plane: 'node', nodeId })
    await world.db
      .insertInto('serverFlow')
      .values([
        { serverId: server, bucket: world.clock.at, up: 3, down: 4 },
        { serverId: server, bucket: world.clock.at - 20 * DAY, up: 100, down: 100 },
      ])
      .execute()
    await world.db
      .insertInto('nodeFlow')
      .values([
        { nodeId, bucket: world.clock.at, up: 10, down: 30 },
        { nodeId, bucket: world.clock.at - 20 * DAY, up: 100, down: 100 },
      ])
      .execute()
    board.carried([{ key: `${server}:1`, up: 15, down: 150, at: 0 }])
    const read = async () => (await world.as(mainAdmin).GET('/api/admin/server/lights')).data!
    expect(await read()).toMatchObject([
      { month: 7, machineMonth: 40, monthLimit: 500, up: 1, down: 10 },
    ])
    world.clock.add(16_000)
    expect(await read()).toMatchObject([{ up: 0, down: 0 }])
  })
})

describe('getServiceStatus', () => {
  test('says nothing until it is switched on, and then no more than names and times', async () => {
    const { world, look, said } = await looked()
    const server = await aServer(world, { name: 'Tokyo' })
    const hidden = await aServer(world, { name: 'Secret', shift: 1 })
    await world.db
      .insertInto('tag')
      .values({ type: 'server', key: hidden, name: '#hide' })
      .execute()
    const read = async () => (await world.as(null).GET('/api/home/service')).data!
    expect(await read()).toEqual({ isOn: false, servers: [] })
    const setting = { params: {}, body: { data: { statusPage: true } } }
    await world.as(mainAdmin).PUT('/api/admin/setting/base', setting as never)
    const from = world.clock.at
    // Its machine does not answer us, and connections get through it: customers notice nothing.
    said.alive = false
    await look()
    expect((await read()).servers).toMatchObject([{ state: 'green', outages: [] }])
    said.trials = { console: { ok: false, ms: 1, reason: 'refused' } }
    said.alive = true
    await look()
    await look()
    world.clock.add(MINUTE)
    said.alive = false
    said.trials = { console: { ok: true, ms: 9 } }
    await look()
    said.alive = true
    await look()
    world.clock.add(MINUTE)
    expect(await read()).toEqual({
      isOn: true,
      servers: [
        {
          name: 'Tokyo',
          state: 'green',
          since: from + MINUTE,
          outages: [{ from, to: from + MINUTE }],
        },
      ],
    })
    expect((await selectOutages(world.db, 0)).get(server)).toHaveLength(1)
    world.clock.add(31 * DAY)
    expect((await read()).servers[0]?.outages).toEqual([])
    await removeOldOutages(world.db, world.clock.at)
    expect((await selectOutages(world.db, 0)).size).toBe(2)
    await removeOldOutages(world.db, world.clock.at + 400 * DAY)
    expect((await selectOutages(world.db, 0)).size).toBe(0)
  })
})

describe('a trial connection', () => {
  test('goes through the engine like a customer, is charged to nobody and records no client', async () => {
    const plane = embeddedPlane({
      dir: engineFolder(),
      host: '127.0.0.1',
      allowTargets: [],
      sitePort: 1,
      consolePort: 1,
    })
    const world = await makeWorld({ plane, env: { SITE: 'http://nowhere.invalid:7' } })
    const running = startPlane({ ...world.world, plane, now: Date.now })
    onTestFinished(() => running.stop())
    const id = await aServer(world, { host: '127.0.0.1' })
    const account = await anAccount(world, { port: await freePort() })
    const server = await world.db
      .selectFrom('server')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const attempt = makeAttempt(world.world)
    expect(await attempt(server, plane.states())).toEqual({})
    await running.settle()
    const local = makeAttempt({
      ...world.world,
      config: { ...world.world.config, site: 'http://localhost' },
    })
    expect(await local(server, plane.states())).toEqual({
      console: { ok: true, ms: expect.any(Number) },
      udp: { ok: true, ms: expect.any(Number) },
    })
    // The site is not found from there.
    expect(await attempt(server, plane.states())).toMatchObject({
      console: { ok: false, reason: 'noWayOut' },
    })
    const [state] = plane.states()
    expect(await plane.counters()).toEqual(new Map([[state!.key, { up: 0, down: 0 }]]))
    expect(await plane.clients(state!.key)).toEqual([])
    await world.db
      .updateTable('account')
      .set({ password: 'another' })
      .where('id', '=', account)
      .execute()
    expect((await local(server, plane.states())).console).toMatchObject({ ok: false })
    expect(await local({ ...server, plane: 'manager' }, plane.states())).toEqual({})
    expect(await local({ ...server, type: 'WireGuard' }, plane.states())).toEqual({})
  })
})
