import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LightCause, LightState } from '../../../server/base/lights.ts'
import { openBoard } from '../../../server/fleet/health/board.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import type { PortState } from '../../../server/engine/plane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { freePort } from '../../support/freePort.ts'
import { engineFolder } from '../../support/engine.ts'
import { aPlane, openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const MONTH = 2_592_000_000
const ONE = '/api/admin/account/{accountId}'

type World = Awaited<ReturnType<typeof makeWorld>>

async function shown(world: World, accountId: number, caller: Caller = mainAdmin) {
  const { data } = await world.as(caller).GET(ONE, { params: { path: { accountId } } })
  return data!
}

/** The states of an account's connections and their summary. */
async function read(world: World, accountId: number) {
  const { connections = [], connection } = await shown(world, accountId)
  return { states: connections.map(({ state }) => state), ...connection }
}

/** A world with three servers on which every port has the state `port` returns. */
async function three(port?: Omit<PortState, 'key' | 'port'>) {
  const plane = { ...aPlane().plane }
  const ports = new Map<string, Omit<PortState, 'key' | 'port'>>()
  plane.stateOf = (key) => {
    const state = ports.get(key) ?? port
    return state && { key, port: 0, ...state }
  }
  const world = await makeWorld({ plane })
  const servers = [
    await aServer(world, { name: 'A' }),
    await aServer(world, { name: 'B', shift: 1000 }),
    await aServer(world, { name: 'C', shift: 2000 }),
  ]
  const ban = (serverId: number, accountId: number, until: number) =>
    world.db.insertInto('ban').values({ serverId, accountId, until }).execute()
  return { world, plane, ports, servers, ban }
}

const open = { open: true }

describe('a connection', () => {
  test('opens where the account is open, server by server and by name', async () => {
    const { world, servers } = await three(open)
    const id = await anAccount(world, { server: JSON.stringify([servers[2], servers[0]]) })
    const { connections, connection } = await shown(world, id)
    expect(connections).toEqual([
      { serverId: servers[0], name: 'A', state: 'open', until: null },
      { serverId: servers[2], name: 'C', state: 'open', until: null },
    ])
    expect(connection).toEqual({ state: 'open', servers: 2, open: 2, affected: 2, until: null })
  })

  test('is banned on one of three until the very end of the ban', async () => {
    const { world, servers, ban } = await three(open)
    const id = await anAccount(world)
    const until = world.clock.at + HOUR
    await ban(servers[1]!, id, until)
    const summary = { state: 'banned', servers: 3, open: 2, affected: 1, until }
    expect(await read(world, id)).toEqual({ states: ['open', 'banned', 'open'], ...summary })
    expect((await shown(world, id)).state).toBe('unlimited')
    world.clock.set(until - 1)
    expect((await read(world, id)).state).toBe('banned')
    world.clock.set(until)
    expect((await read(world, id)).state).toBe('open')
  })

  test('names the first end of several bans', async () => {
    const { world, servers, ban } = await three(open)
    const id = await anAccount(world)
    await ban(servers[0]!, id, world.clock.at + 2 * HOUR)
    await ban(servers[1]!, id, world.clock.at + HOUR)
    expect(await read(world, id)).toMatchObject({ affected: 2, until: world.clock.at + HOUR })
  })

  test.each<[string, Parameters<typeof anAccount>[1] | 'month', number, string, number | null]>([
    ['is not started', { active: 0 }, 0, 'inactive', null],
    ['has not begun', 'month', -1, 'pending', 0],
    ['begins this moment', 'month', 0, 'open', null],
    ['ends in a moment', 'month', MONTH - 1, 'open', null],
    ['ends this moment', 'month', MONTH, 'expired', null],
  ])('that %s', async (_what, changes, passed, state, until) => {
    const { world } = await three(open)
    const from = world.clock.at
    const id = await anAccount(world, changes === 'month' ? months(world, 1) : changes)
    world.clock.add(passed)
    expect(await read(world, id)).toMatchObject({
      states: [state, state, state],
      state,
      affected: 3,
      until: until === null ? null : from,
    })
  })

  test('is used up at the byte, on that server alone where each has its own quota', async () => {
    const { world, servers } = await three(open)
    const id = await anAccount(world, { ...months(world, 2), flow: 100 })
    const use = (bytes: number) =>
      world.db
        .insertInto('usage')
        .values({
          accountId: id,
          serverId: servers[0]!,
          cycleFrom: world.clock.at,
          bytes,
          lastSeen: 1,
        })
        .onConflict((conflict) =>
          conflict.columns(['accountId', 'serverId']).doUpdateSet({ bytes }),
        )
        .execute()
    await use(99)
    expect((await read(world, id)).state).toBe('open')
    await use(100)
    const until = world.clock.at + MONTH
    expect(await read(world, id)).toEqual({
      states: ['over', 'open', 'open'],
      state: 'over',
      servers: 3,
      open: 2,
      affected: 1,
      until,
    })
    await world.db.updateTable('account').set({ multiServerFlow: 1 }).execute()
    expect(await read(world, id)).toMatchObject({ state: 'over', open: 0, affected: 3, until })
    // The last cycle is followed by none.
    await world.db.updateTable('account').set({ cycles: 1, expireTime: until }).execute()
    expect((await read(world, id)).until).toBeNull()
  })

  test.each<[Omit<PortState, 'key' | 'port'> | undefined, string, string | undefined]>([
    [{ open: false, reason: 'port in use' }, 'portTaken', undefined],
    [{ open: false, reason: 'port not permitted' }, 'portFailed', 'port not permitted'],
    [{ open: false, reason: 'EADDRNOTAVAIL' }, 'portFailed', 'EADDRNOTAVAIL'],
    [{ open: false }, 'portFailed', 'failed'],
    [{ open: false, reason: 'method not supported' }, 'unsupported', undefined],
    [{ open: false, reason: 'engine is off' }, 'serverDown', undefined],
    [{ open: false, reason: 'over' }, 'over', undefined],
    [undefined, 'opening', undefined],
  ])('on a port that is %j is %s', async (port, state, reason) => {
    const { world } = await three(port)
    const { connections, connection } = await shown(world, await anAccount(world))
    expect(connections?.map((one) => [one.state, one.reason])).toEqual(
      [1, 2, 3].map(() => [state, reason]),
    )
    expect(connection).toMatchObject({ state, affected: 3, open: 0 })
  })

  test('fails where the shift leads beyond the last port', async () => {
    const { world } = await three(open)
    const id = await anAccount(world, { port: 64_535 })
    expect((await read(world, id)).states).toEqual(['open', 'open', 'portFailed'])
    const last = await anAccount(world, { port: 63_535 })
    expect((await read(world, last)).states).toEqual(['open', 'open', 'open'])
  })

  test('is down with the engine, and on servers that nothing carries', async () => {
    const { world, plane, servers } = await three(open)
    const id = await anAccount(world)
    const elsewhere = { plane: 'manager' as const }
    await world.db.updateTable('server').set(elsewhere).where('id', '=', servers[1]!).execute()
    expect(await read(world, id)).toMatchObject({
      states: ['open', 'serverDown', 'open'],
      // A server's trouble is not the account's while it connects elsewhere.
      state: 'open',
      open: 2,
    })
    const dead = await makeWorld({ plane: { ...plane, alive: async () => false } })
    await aServer(dead)
    expect((await read(dead, await anAccount(dead))).state).toBe('serverDown')
  })

  test('is not asked of a server that nothing carries, which would be opened for it', async () => {
    const asked = vi.fn(async (_carrier?: string) => true)
    const world = await makeWorld({ plane: { ...openPlane(), alive: asked } })
    for (const way of [{ plane: 'manager' }, { plane: 'manager', driver: 'ssmgr' }, {}] as const)
      await aServer(world, way)
    await read(world, await anAccount(world))
    const carriers = asked.mock.calls.map(([carrier]) => carrier?.replace(/^(server:\d+):.*/, '$1'))
    expect(carriers.toSorted()).toEqual(['engine', 'server:2'])
  })

  test('follows the lights: what nobody gets through is unreachable, and never shown first', async () => {
    const { world, plane, servers } = await three(open)
    const board = openBoard(() => world.clock.at)
    Object.assign(world.world.lights, board)
    const ann = await world.person()
    const id = await anAccount(world, { userId: ann.id })
    const ended = await anAccount(world, { ...months(world, 1), expireTime: 1, cycleStart: 1 })
    const light = (state: LightState, cause: LightCause | null = null) => ({
      state,
      cause,
      value: null,
    })
    const [green, grey] = [light('green'), light('grey')]
    const note = (server: number, agent = green, handshake = green) =>
      board.note(servers[server]!, { agent, ports: green, handshake }, world.clock.at)
    const first = async (account = id) => (await shown(world, account)).idle
    expect(await first()).toBe(servers[0])
    note(0, green, light('red', 'silent'))
    const { connections, connection } = await shown(world, id)
    expect(connections?.[0]).toMatchObject({ state: 'unreachable', reason: 'silent' })
    expect(connection).toMatchObject({ state: 'open', servers: 3, open: 2 })
    // Also of an account that is closed: nobody scans the code of a dead server.
    expect([await first(), await first(ended)]).toEqual([servers[1], servers[1]])
    note(1, green, light('amber', 'noUdp'))
    expect((await shown(world, id)).connections?.[1]).toMatchObject({
      state: 'open',
      lacksUdp: true,
    })
    expect(await first()).toBe(servers[2])
    const own = await world.as(ann).GET('/api/user/account')
    expect(own.data?.[0]?.connections?.[0]).toEqual({
      serverId: servers[0],
      name: 'A',
      state: 'serverDown',
      until: null,
    })
    expect(own.data?.[0]?.idle).toBe(servers[2])
    // A dead one is first where there is no other, and one that only hangs on its link serves.
    for (const server of [1, 2]) note(server, green, light('red', 'silent'))
    expect((await read(world, id)).state).toBe('unreachable')
    expect(await first()).toBe(servers[0])
    plane.alive = async () => false
    note(1, light('red', 'away'), green)
    note(2, light('red', 'away'), grey)
    const down = await makeWorld({ plane: { ...plane } })
    Object.assign(down.world.lights, board)
    for (const name of ['A', 'B', 'C']) await aServer(down, { name })
    expect((await read(down, await anAccount(down))).states).toEqual([
      'serverDown',
      'open',
      'serverDown',
    ])
  })

  test('stays as it is on a paused server', async () => {
    const { world, servers, ports } = await three(open)
    const tag = { type: 'server', key: servers[0]!, name: '#pause' }
    await world.db.insertInto('tag').values(tag).execute()
    const id = await anAccount(world, { active: 0 })
    expect((await read(world, id)).states).toEqual(['open', 'inactive', 'inactive'])
    await world.db.updateTable('account').set({ active: 1 }).execute()
    ports.set(`${servers[0]}:${id}`, { open: false, reason: 'port in use' })
    expect((await read(world, id)).states).toEqual(['paused', 'open', 'open'])
  })

  test('of an account that no server is open to is none, unless its time is over', async () => {
    const world = await makeWorld({ plane: openPlane() })
    const none = { servers: 0, open: 0, affected: 0, until: null }
    const id = await anAccount(world)
    expect(await read(world, id)).toEqual({ states: [], state: 'noServer', ...none })
    const over = await anAccount(world, { ...months(world, 1), expireTime: 1, cycleStart: 1 })
    expect(await read(world, over)).toEqual({ states: [], state: 'expired', ...none })
  })

  test('that fails everywhere is named by what fails most', async () => {
    const { world, servers, ban } = await three({ open: false, reason: 'engine is off' })
    const id = await anAccount(world)
    await ban(servers[0]!, id, world.clock.at + 1)
    expect(await read(world, id)).toMatchObject({ state: 'serverDown', affected: 2, open: 0 })
    await ban(servers[1]!, id, world.clock.at + 1)
    expect(await read(world, id)).toMatchObject({ state: 'banned', affected: 2, open: 0 })
  })
})

describe('the one answer', () => {
  test('is in every list', async () => {
    const { world, servers, ban } = await three(open)
    const ann = await world.person()
    const id = await anAccount(world, { userId: ann.id, port: 50_013 })
    const until = world.clock.at + HOUR
    await ban(servers[0]!, id, until)
    const said = { state: 'banned', servers: 3, open: 2, affected: 1, until }
    const [admin, user] = [world.as(mainAdmin), world.as(ann)]
    const path = { userId: ann.id, accountId: id, port: 50_013 }
    const page = await admin.POST('/api/admin/accountWithPage', { body: {} })
    expect(page.data?.account[0]).toMatchObject({ connection: said })
    expect(page.data?.account[0]).not.toHaveProperty('connections')
    const all = await admin.GET('/api/admin/account')
    expect(all.data?.[0]?.connection).toEqual(said)
    const byPort = await admin.GET('/api/admin/account/port/{port}', { params: { path } })
    expect(byPort.data?.connection).toEqual(said)
    const person = await admin.GET('/api/admin/user/{userId}', { params: { path } })
    expect(person.data?.account[0]).toMatchObject({ connection: said })
    const mine = await user.GET('/api/user/account')
    expect(mine.data?.[0]).toMatchObject({ connection: said })
    const one = await user.GET('/api/user/account/{accountId}', { params: { path } })
    expect(one.data?.connections?.map(({ state }) => state)).toEqual(['banned', 'open', 'open'])
  })

  test('shows its owner no hidden server, and nothing of the machine', async () => {
    const { world, servers } = await three({ open: false, reason: 'EADDRNOTAVAIL' })
    const ann = await world.person()
    await anAccount(world, { userId: ann.id })
    const tag = { type: 'server', key: servers[1]!, name: '#hide' }
    await world.db.insertInto('tag').values(tag).execute()
    const { data } = await world.as(ann).GET('/api/user/account')
    const down = { state: 'serverDown', until: null }
    expect(data?.[0]?.connections).toEqual([
      { serverId: servers[0], name: 'A', ...down },
      { serverId: servers[2], name: 'C', ...down },
    ])
    expect(data?.[0]?.connection).toMatchObject({ state: 'serverDown', servers: 2 })
  })

  test('knows of a port that another program holds', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const options = {
      dir: engineFolder(),
      host: '127.0.0.1',
      allowTargets: [],
      sitePort: 1,
      consolePort: 1,
    }
    const plane = embeddedPlane(options)
    const world = await makeWorld({ plane })
    const running = startPlane({ ...world.world, plane })
    onTestFinished(() => running.stop())
    await aServer(world)
    const [held, free] = [
      await anAccount(world, { port }),
      // Not one that the system may have given to somebody's connection.
      await anAccount(world, { port: await freePort() }),
    ]
    expect((await read(world, free)).state).toBe('opening')
    await running.settle()
    expect([(await read(world, held)).state, (await read(world, free)).state]).toEqual([
      'portTaken',
      'open',
    ])
  })
})
