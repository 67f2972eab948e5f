import { describe, expect, test } from 'vitest'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import type { Plane, PortState } from '../../../server/engine/plane.ts'
import { noPlane } from '../../../server/engine/noPlane.ts'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { VERSION } from '../../../server/base/version.ts'
import { aNewServer, anAccount, aServer } from '../../support/make.ts'
import { freePort } from '../../support/freePort.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ONE = '/api/admin/server/{serverId}'
const at = (serverId: number) => ({ params: { path: { serverId } } })

/** A plane that reports these states of its ports. */
const planeWith = (states: PortState[]): Plane => ({
  ...noPlane(),
  checkTunnel: async () => ({ state: 'ready', used: [] }),
  alive: async () => true,
  states: () => states,
})

describe('createServer', () => {
  test('adds a server of this machine and wakes the ports', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).POST('/api/admin/server', {
      body: aNewServer({ name: '东京 01', scale: 1.5, comment: 'first', port: null }),
    })
    const row = await world.db
      .selectFrom('server')
      .selectAll()
      .where('id', '=', data?.serverId ?? 0)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ plane: 'embedded', name: '东京 01', port: 0, password: '' })
    expect(row).toMatchObject({ scale: 1.5, shift: 0, host: '192.0.2.1', comment: 'first' })
    expect(world.woken.times).toBe(1)
  })

  test.each([
    ['a cipher the engine lacks', { method: 'rc4-md5' }],
    ['Trojan', { type: 'Trojan' as const }],
    [
      'WireGuard on a network that is not private',
      { type: 'WireGuard' as const, net: '8.8.0.0/16' },
    ],
    ['extra fields that are no object', { pluginOptions: '[1]' }],
    ['a node agent without a password', { plane: 'manager' as const, port: 6001 }],
  ])('does not take %s on this machine', async (_name, changes) => {
    const world = await makeWorld()
    const { response, error } = await world
      .as(mainAdmin)
      .POST('/api/admin/server', { body: aNewServer(changes) })
    expect(response.status).toBe(400)
    expect(error).toMatch(/^body\//)
  })

  test('takes aes-256-gcm where no cipher is sent, which this machine speaks', async () => {
    const world = await makeWorld()
    const as = world.as(mainAdmin)
    const made = await as.POST('/api/admin/server', { body: aNewServer({ method: undefined }) })
    const params = { path: { serverId: made.data!.serverId } }
    const { data } = await as.GET('/api/admin/server/{serverId}', { params })
    expect(data?.method).toBe('aes-256-gcm')
  })

  test('keeps the cipher clients are set to where an edit names none', async () => {
    const world = await makeWorld()
    const as = world.as(mainAdmin)
    const body = aNewServer({ method: 'chacha20-ietf-poly1305' })
    const made = await as.POST('/api/admin/server', { body })
    const params = { path: { serverId: made.data!.serverId } }
    await as.PUT('/api/admin/server/{serverId}', {
      params,
      body: aNewServer({ method: undefined }),
    })
    const { data } = await as.GET('/api/admin/server/{serverId}', { params })
    expect(data?.method).toBe('chacha20-ietf-poly1305')
  })

  test('refuses a node agent that does not answer', async () => {
    const world = await makeWorld()
    const { error, response } = await world.as(mainAdmin).POST('/api/admin/server', {
      body: aNewServer({
        plane: 'manager',
        address: '127.0.0.1',
        port: await freePort(),
        password: 'agent',
      }),
    })
    expect([response.status, error]).toEqual([403, 'server unreachable'])
  })

  test.each([
    ['the shift of another server', 0, 20_001, 'shift in use'],
    ['a shift that leaves an account without a port', 60_000, 20_001, 'port outside'],
    ['a shift onto the port of another account', 500, 20_500, 'port clash'],
    ['a shift onto the port of the console', 80, 8_000, 'port of console'],
  ])('refuses %s', async (_name, shift, second, word) => {
    const world = await makeWorld()
    await aServer(world)
    await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: second })
    const { error, response } = await world
      .as(mainAdmin)
      .POST('/api/admin/server', { body: aNewServer({ shift }) })
    expect([response.status, error]).toEqual([403, word])
  })

  test('takes a shift onto a port that its account does not use there', async () => {
    const world = await makeWorld()
    const tokyo = await aServer(world)
    await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 20_500, server: JSON.stringify([tokyo + 1000]) })
    const { response } = await world
      .as(mainAdmin)
      .POST('/api/admin/server', { body: aNewServer({ shift: 500 }) })
    expect(response.status).toBe(200)
  })
})

describe('getFreeShift', () => {
  /** What is suggested with servers at these shifts and accounts on these ports. */
  async function suggested(shifts: number[], ports: number[], given?: [number, number]) {
    const world = await makeWorld()
    for (const shift of shifts) await aServer(world, { shift })
    for (const port of ports) await anAccount(world, { port })
    if (given) {
      const [start, end] = given
      const account = await findSetting(world.db, 'account')
      await changeSetting(world.db, 'account', { ...account, port: { start, end } })
    }
    const admin = world.as(mainAdmin)
    const { shift = Number.NaN } = (await admin.GET('/api/admin/server/freeShift')).data ?? {}
    const added = await admin.POST('/api/admin/server', { body: aNewServer({ shift }) })
    return { shift, status: added.response.status }
  }

  test('is 0 where there is no other server', async () => {
    expect(await suggested([], [20_000])).toEqual({ shift: 0, status: 200 })
  })

  test('keeps apart all ports that accounts are given', async () => {
    expect(await suggested([0], [50_000, 60_000])).toEqual({ shift: -10_001, status: 200 })
  })

  test('is one the accounts allow, regardless of the present port range', async () => {
    const demo = Array.from({ length: 100 }, (_, at) => 10_000 + at * 10)
    const { shift, status } = await suggested([0, 1_000, 2_000], demo)
    expect(status).toBe(200)
    expect(10_000 + shift).toBeGreaterThanOrEqual(1024)
  })

  test('meets neither the port of another account nor the console’s', async () => {
    expect(await suggested([2_000], [80, 10_080, 8_000, 8_081])).toMatchObject({ status: 200 })
  })

  test('is 0 again when there is none, and the refusal says why', async () => {
    expect(await suggested([0], [1, 65_535])).toEqual({ shift: 0, status: 403 })
  })

  test('finds room below and above when accounts are given nearly all ports', async () => {
    expect(await suggested([0], [50_000], [1_024, 65_535])).toMatchObject({ status: 200 })
  })
})

describe('editServer', () => {
  test('refuses a shift on a node with which an account would have no port there', async () => {
    const world = await makeWorld()
    await aServer(world)
    const onNode = (nodeId: number, shift: number) =>
      aServer(world, { plane: 'node', nodeId, shift })
    const id = await onNode(1, 0)
    await onNode(1, 2_000)
    await onNode(2, 3_000)
    await aServer(world, { type: 'WireGuard', plane: 'node', nodeId: 1, wgPort: 20_004 })
    await aServer(world, { type: 'WireGuard', plane: 'node', nodeId: 2, wgPort: 20_005 })
    await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 8_070 })
    const moved = async (shift: number) => {
      const { response, error } = await world
        .as(mainAdmin)
        .PUT(ONE, { ...at(id), body: aNewServer({ shift }) })
      return response.status === 200 ? 'moved' : error
    }
    expect(await moved(2_000)).toBe('shift in use')
    expect(await moved(45_536)).toBe('port outside')
    expect(await moved(13_930)).toBe('port clash')
    expect(await moved(4)).toBe('port clash')
    // Other machines do not conflict: a shift, WireGuard, the console's port.
    expect(await moved(3_000)).toBe('moved')
    expect(await moved(5)).toBe('moved')
    expect(await moved(10)).toBe('moved')
  })

  test('changes the whole server', async () => {
    const world = await makeWorld()
    const id = await aServer(world, { comment: 'old', scale: 2 })
    const body = aNewServer({ name: 'Osaka', shift: 10, pluginOptions: { clash: { udp: true } } })
    const { response } = await world.as(mainAdmin).PUT(ONE, { ...at(id), body })
    expect(response.status).toBe(200)
    const { data } = await world.as(mainAdmin).GET(ONE, at(id))
    expect(data).toMatchObject({ name: 'Osaka', shift: 10, comment: '', scale: 1 })
    expect(data?.pluginOptions).toEqual({ clash: { udp: true } })
    expect(world.woken.times).toBe(1)
  })

  test('keeps its own shift', async () => {
    const world = await makeWorld()
    const id = await aServer(world, { shift: 7 })
    const { response } = await world
      .as(mainAdmin)
      .PUT(ONE, { ...at(id), body: aNewServer({ shift: 7 }) })
    expect(response.status).toBe(200)
  })

  test('refuses the shift of another server, and knows no server 99', async () => {
    const world = await makeWorld()
    await aServer(world)
    const id = await aServer(world, { shift: 7 })
    const body = aNewServer()
    const { error } = await world.as(mainAdmin).PUT(ONE, { ...at(id), body })
    expect(error).toBe('shift in use')
    const { response } = await world.as(mainAdmin).PUT(ONE, { ...at(99), body })
    expect(response.status).toBe(404)
  })
})

describe('deleteServer', () => {
  test('removes it with its tags and keeps its traffic', async () => {
    const world = await makeWorld()
    const id = await aServer(world)
    await world.db.insertInto('tag').values({ type: 'server', key: id, name: 'x' }).execute()
    const flow = { serverId: id, bucket: 0, up: 1, down: 2 }
    await world.db.insertInto('serverFlow').values(flow).execute()
    expect((await world.as(mainAdmin).DELETE(ONE, at(id))).data).toBe('success')
    expect((await world.as(mainAdmin).DELETE(ONE, at(id))).response.status).toBe(404)
    expect(await world.db.selectFrom('tag').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('serverFlow').selectAll().execute()).toEqual([flow])
    expect(world.woken.times).toBe(1)
  })

  test('leaves accounts with what they used there, as it was charged', async () => {
    const world = await makeWorld()
    const [stays, goes] = [await aServer(world), await aServer(world, { shift: 1, scale: 1.5 })]
    const account = await anAccount(world, { multiServerFlow: 1, flow: 1000 })
    await pass(world, stays, account, 10)
    await pass(world, goes, account, 21)
    const used = async () =>
      (await world.as(mainAdmin).GET('/api/admin/account')).data?.[0]?.flowUsed
    expect(await used()).toBe(42)
    await world.as(mainAdmin).DELETE(ONE, at(goes))
    expect(await used()).toBe(42)
    const wishes = await selectDesired(world.db, [account], world.clock.at)
    const [port] = grant(wishes.get(account)?.ports ?? [], new Map())
    expect(port?.budget).toBe(958)
  })
})

describe('listServers', () => {
  test('reports the status of servers only on request, by the value and not by its presence', async () => {
    const world = await makeWorld({ plane: planeWith([]) })
    await aServer(world, { name: 'B' })
    await aServer(world, { name: 'A', plane: 'manager', port: 6001, password: 'agent', shift: 1 })
    const list = async (status: 'false' | '1') =>
      (await world.as(mainAdmin).GET('/api/admin/server', { params: { query: { status } } })).data
    expect((await list('false'))?.map(({ name, status }) => [name, status])).toEqual([
      ['A', undefined],
      ['B', undefined],
    ])
    expect((await list('1'))?.map(({ status, portCount }) => [status, portCount])).toEqual([
      [-1, null],
      [VERSION, 0],
    ])
  })

  test('says that a server is cut off which others reach and the console does not', async () => {
    const world = await makeWorld({ plane: planeWith([]) })
    const [near, far] = [await aServer(world), await aServer(world, { shift: 1_000 })]
    const { of } = world.world.lights
    world.world.lights.of = (id) => {
      const lights = of(id)
      const cause = id === far ? 'onlyNodes' : 'onlyConsole'
      return { ...lights, handshake: { ...lights.handshake, cause } }
    }
    const requested = { params: { query: { status: '1' as const } } }
    const { data } = await world.as(mainAdmin).GET('/api/admin/server', requested)
    expect(data?.map(({ id, isGfw }) => [id, isGfw])).toEqual([
      [near, false],
      [far, true],
    ])
    const path = { serverId: far }
    const one = await world.as(mainAdmin).GET('/api/admin/server/{serverId}', { params: { path } })
    expect(one.data?.isGfw).toBe(true)
  })

  test('gives away how to reach a node to the main admin only', async () => {
    const world = await makeWorld()
    const other = await world.person({ type: 'admin' })
    const id = await aServer(world, { plane: 'manager', port: 6001, password: 'agent' })
    await world.db.insertInto('tag').values({ type: 'server', key: id, name: 'vip' }).execute()
    const seen = async (caller: typeof other) =>
      (await world.as(caller).GET('/api/admin/server')).data?.[0]
    expect(await seen(mainAdmin)).toMatchObject({ port: 6001, password: 'agent', tags: ['vip'] })
    expect(await seen(other)).toMatchObject({ port: null, password: '' })
    expect(await seen(other)).not.toHaveProperty('tags')
  })
})

describe('getServer', () => {
  test('has the address under both names, either of which may come back changed', async () => {
    const world = await makeWorld()
    const id = await aServer(world, { host: 'a.example' })
    const read = async () => (await world.as(mainAdmin).GET(ONE, at(id))).data!
    const back = async (changes: { address?: string; host?: string }) => {
      const { name, type, address, host } = await read()
      const body = { name, type, address, host, ...changes }
      await world.as(mainAdmin).PUT(ONE, { ...at(id), body })
      return (({ address: one, host: other }) => [one, other])(await read())
    }
    expect(await back({})).toEqual(['a.example', 'a.example'])
    expect(await back({ host: 'b.example' })).toEqual(['b.example', 'b.example'])
    expect(await back({ address: 'c.example' })).toEqual(['c.example', 'c.example'])
    expect(await back({ address: 'd.example', host: 'e.example' })).toEqual([
      'd.example',
      'd.example',
    ])
  })

  test('reports to the main admin how many ports of its node were opened elsewhere', async () => {
    const foreign = (carrier: string) => (carrier.startsWith('server:1:') ? 3 : undefined)
    const world = await makeWorld({ plane: { ...planeWith([]), foreign } })
    const node = { plane: 'manager', port: 1, password: 'agent', driver: 'libev' } as const
    const id = await aServer(world, node)
    expect((await world.as(mainAdmin).GET(ONE, at(id))).data).toMatchObject({ foreignPorts: 3 })
    const admin = await world.person({ type: 'admin', groupId: 5 })
    expect((await world.as(admin).GET(ONE, at(id))).data).not.toHaveProperty('foreignPorts')
    const unasked = await aServer(world, node)
    const { data } = await world.as(mainAdmin).GET(ONE, at(unasked))
    expect(data).not.toHaveProperty('foreignPorts')
  })

  test('lists the open ports, and why others are not', async () => {
    const states: PortState[] = []
    const world = await makeWorld({ plane: planeWith(states) })
    const owner = await world.person({ groupId: 5 })
    const id = await aServer(world, { shift: 100 })
    const mine = await anAccount(world, { port: 20_000, userId: owner.id, password: 'one' })
    const other = await anAccount(world, { port: 20_001, password: 'two' })
    states.push(
      { key: `${id}:${other}`, port: 20_101, open: true },
      { key: `${id}:${mine}`, port: 20_100, open: true },
      { key: `${id}:77`, port: 20_177, open: false, reason: 'port in use' },
      { key: `${id}:78`, port: 20_178, open: false, reason: 'over' },
      { key: `${id + 1}:79`, port: 1, open: true },
    )
    const { data } = await world.as(mainAdmin).GET(ONE, at(id))
    expect(data).toMatchObject({ status: VERSION, portCount: 2, port: null })
    expect(data?.errors).toEqual([{ port: 20_177, reason: 'port in use' }])
    expect(data?.ports).toEqual([
      { port: 20_100, password: 'one' },
      { port: 20_101, password: 'two' },
    ])

    const admin = await world.person({ type: 'admin', groupId: 5 })
    const seen = await world.as(admin).GET(ONE, at(id))
    expect(seen.data?.ports).toEqual([{ port: 20_100, password: 'one' }])
    const short = { params: { path: { serverId: id }, query: { noPort: '1' as const } } }
    expect((await world.as(mainAdmin).GET(ONE, short)).data).not.toHaveProperty('ports')
    expect((await world.as(mainAdmin).GET(ONE, at(99))).response.status).toBe(404)
  })
})
