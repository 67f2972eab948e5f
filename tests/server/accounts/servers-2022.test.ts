import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Body, Schema } from '#contract'
import type { Plane, PortState } from '../../../server/engine/plane.ts'
import { keysOf, methodNamed } from '../../../server/engine/cipher/ss2022/keys.ts'
import { unseal } from '../../../server/database/sealed.ts'
import { findSecret } from '../../../server/database/secret/secret.ts'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { aNewServer, anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const AES_128 = '2022-blake3-aes-128-gcm'
const AES_256 = '2022-blake3-aes-256-gcm'
const CHACHA = '2022-blake3-chacha20-poly1305'
const PORT = 8_388
const EVERY = { from: 0, to: 2 ** 31 - 1 }
const TOKEN = 'c0ffee'.padEnd(32, '0')

const SERVER = '/api/admin/server/{serverId}'
const tried = async (world: World, changes: Partial<Body<'createServer'>>) => {
  const body = aNewServer({ method: AES_128, ...changes })
  return world.as(mainAdmin).POST('/api/admin/server', { body })
}
const edited = async (world: World, serverId: number, changes: Partial<Body<'editServer'>>) => {
  const params = { path: { serverId } }
  const { response, error } = await world
    .as(mainAdmin)
    .PUT(SERVER, { params, body: aNewServer(changes) })
  return [response.status, error]
}
/** A server of 2022 with one port for all, unless it is said otherwise. */
async function a2022(world: World, changes: Partial<Body<'createServer'>> = {}) {
  const { data, error } = await tried(world, { ssPort: PORT, ...changes })
  if (!data) throw new Error(String(error))
  return data.serverId
}
const rowOf = ({ db }: World, id: number) =>
  db.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function desired({ db, clock }: World) {
  const wishes = await selectDesired(db, EVERY, clock.at)
  return [...wishes.values()].flatMap(({ ports }) => grant(ports, new Map()))
}
const keysIn = (method: string, password = '') => {
  const keys = keysOf(methodNamed(method)!, password)
  return { port: keys?.port.toString('hex'), user: keys?.user?.toString('hex') }
}

describe('a server of Shadowsocks 2022', () => {
  test.each([AES_128, AES_256])(
    'of %s has one port, with a key for each account',
    async (method) => {
      const world = await makeWorld()
      const id = await a2022(world, { method, shift: 100 })
      // Neither its own port nor the shift matters there.
      const one = await anAccount(world, { port: 20_000, password: 'same' })
      const two = await anAccount(world, { port: 65_500, password: 'same' })
      const orders = await desired(world)
      expect(orders.map(({ key, port }) => [key, port])).toEqual([
        [`${id}:${one}`, PORT],
        [`${id}:${two}`, PORT],
      ])
      const [first, second] = orders.map(({ password }) => keysIn(method, password))
      expect(first?.port).toBeDefined()
      expect(first?.user).toBeDefined()
      expect(second?.port).toBe(first?.port)
      expect(second?.user).not.toBe(first?.user)
      expect(first?.user).not.toBe(first?.port)
      // Another password makes another key, and the same one the same.
      const change = (password: string) =>
        world.db.updateTable('account').set({ password }).where('id', '=', one).execute()
      await change('other')
      const changed = keysIn(method, (await desired(world))[0]?.password)
      expect([changed.port, changed.user === first?.user]).toEqual([first?.port, false])
      await change('same')
      expect(await desired(world)).toEqual(orders)
    },
  )

  test.each([
    [CHACHA, PORT],
    [AES_256, null],
  ])('of %s with the port %s has a port for each account, by one key', async (method, ssPort) => {
    const world = await makeWorld()
    const id = await a2022(world, { method, ssPort, shift: 100 })
    expect((await rowOf(world, id)).ssPort).toBeNull()
    await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 65_500 })
    const [order, ...more] = await desired(world)
    expect([order?.port, more.length]).toEqual([20_100, 0])
    expect(keysIn(method, order?.password)).toEqual({
      port: expect.stringMatching(/^[0-9a-f]{64}$/),
      user: undefined,
    })
  })

  test('keeps its secret sealed, to itself, and over a change of its cipher', async () => {
    const world = await makeWorld()
    const id = await a2022(world)
    await anAccount(world, { port: 20_000 })
    const before = await desired(world)
    const { privateKey } = await rowOf(world, id)
    const secret = unseal(privateKey ?? '', await findSecret(world.db))
    expect(Buffer.from(secret, 'base64')).toHaveLength(32)
    const as = world.as(mainAdmin)
    const params = { path: { serverId: id } }
    const shown = JSON.stringify([
      await as.GET(SERVER, { params }),
      await as.GET('/api/admin/server'),
    ])
    expect(shown).toContain(`"ssPort":${PORT}`)
    for (const text of [privateKey, secret, 'privateKey'] as const)
      expect(shown.includes(String(text))).toBe(false)
    // Another cipher has other keys; what was first chosen comes back with it.
    expect(await edited(world, id, { method: AES_256, ssPort: PORT })).toEqual([200, undefined])
    const [other] = await desired(world)
    expect(other?.password.startsWith(before[0]?.password.slice(0, 20) ?? '')).toBe(false)
    expect(await edited(world, id, { method: 'aes-128-gcm' })).toEqual([200, undefined])
    expect((await rowOf(world, id)).ssPort).toBeNull()
    expect((await desired(world))[0]).toMatchObject({ method: 'aes-128-gcm', port: 20_000 })
    expect(await edited(world, id, { method: AES_128, ssPort: PORT })).toEqual([200, undefined])
    expect(await desired(world)).toEqual(before)
    // Left out it stays, as older consoles do not know it.
    expect(await edited(world, id, { method: AES_128 })).toEqual([200, undefined])
    expect(await desired(world)).toEqual(before)
    expect(await edited(world, id, { method: AES_128, ssPort: null })).toEqual([200, undefined])
    expect((await desired(world))[0]?.port).toBe(20_000)
  })

  test('is none of WireGuard, and none of a node program', async () => {
    const world = await makeWorld()
    const agent = { plane: 'manager' as const, address: '127.0.0.1', port: 6_001, password: 'x' }
    const { response } = await tried(world, agent)
    expect(response.status).toBe(403)
    const id = await aServer(world, { plane: 'manager', method: AES_128 })
    expect((await rowOf(world, id)).privateKey).toBeNull()
  })
})

describe('the port of all accounts', () => {
  test('leaves each account its own number, wherever the shift of the server leads', async () => {
    const world = await makeWorld()
    await a2022(world, { shift: 100 })
    const account = await anAccount(world, { port: 20_000 })
    const params = { path: { accountId: account } }
    const { error } = await world
      .as(mainAdmin)
      .PUT('/api/admin/account/{accountId}/port', { params, body: { port: 65_500 } })
    expect(error).toBeUndefined()
    expect((await desired(world)).map(({ port }) => port)).toEqual([PORT])
    // Nor does the shift take one from another server.
    const other = await tried(world, { method: 'aes-256-gcm', shift: 100, ssPort: null })
    expect(other.error).toBe('port outside')
    await world.db.updateTable('account').set({ port: 20_000 }).execute()
    expect((await tried(world, { method: 'aes-256-gcm', shift: 100 })).error).toBeUndefined()
  })

  test.each<[string, Partial<Body<'createServer'>>, [number, string | undefined]]>([
    ['is not the console’s', { ssPort: 8_080 }, [403, 'port of console']],
    ['is not that of an account on another server', { ssPort: 20_500 }, [403, 'port clash']],
    ['may be beside it', { ssPort: 20_501 }, [200, undefined]],
    ['is not WireGuard’s', { ssPort: 51_820 }, [403, 'port clash']],
    ['is not another server’s', { ssPort: 9_000 }, [403, 'port clash']],
    ['may be 65,535', { ssPort: 65_535 }, [200, undefined]],
    ['is a port for clients, too', { ssPort: 65_535, publicShift: 1 }, [400, expect.anything()]],
    ['is checked by the contract', { ssPort: 65_536 }, [400, expect.anything()]],
  ])('%s', async (_, changes, expected) => {
    const world = await makeWorld()
    await aServer(world, { shift: 500 })
    await anAccount(world, { port: 20_000 })
    const tunnel = { type: 'WireGuard', net: '10.100.0.0/16', wgPort: 51_820 } as const
    await aServer(world, { ...tunnel, privateKey: 'sealed' })
    await a2022(world, { ssPort: 9_000 })
    const { response, error } = await tried(world, changes)
    expect([response.status, error]).toEqual(expected)
  })

  test('is given to no account, is no reason against itself, and gives way where it is given up', async () => {
    const world = await makeWorld()
    const id = await a2022(world)
    await aServer(world, { shift: 0 })
    const user = await world.person()
    const account = await anAccount(world, { port: 20_000, userId: user.id })
    const as = world.as(mainAdmin)
    const params = { path: { accountId: account } }
    const body = { port: PORT }
    const refused = await as.PUT('/api/admin/account/{accountId}/port', { params, body })
    expect(refused.error).toBe('port exists')
    expect(await edited(world, id, { method: AES_128, ssPort: PORT, name: 'Again' })).toEqual([
      200,
      undefined,
    ])
    // As a server with a port for each it needs a shift of its own.
    expect(await edited(world, id, { method: AES_128, ssPort: null })).toEqual([
      403,
      'shift in use',
    ])
    expect(await edited(world, id, { method: AES_128, ssPort: null, shift: 100 })).toEqual([
      200,
      undefined,
    ])
    const moved = await as.PUT('/api/admin/account/{accountId}/port', { params, body })
    expect(moved.error).toBeUndefined()
  })
})

describe('what an account is told of it', () => {
  async function sold(plane: Partial<Plane> = {}) {
    const world = await makeWorld({ plane: { ...openPlane(), ...plane } })
    const id = await a2022(world, { publicShift: 1_000, name: 'New', address: 'n.example' })
    const old = await aServer(world, { name: 'Old', host: 'o.example' })
    const user = await world.person()
    const owner = { userId: user.id, port: 20_000, password: 'pw', subscribe: TOKEN }
    const account = await anAccount(world, owner)
    const [order] = await desired(world)
    return { world, id, old, user, account, password: order?.password ?? '' }
  }

  test('is the key, in its own answers and in nobody else’s', async () => {
    const { world, id, user, account, password } = await sold()
    const params = { path: { accountId: account } }
    const mine = await world.as(user).GET('/api/user/account/{accountId}', { params })
    const access = [{ serverId: id, port: PORT + 1_000, password }]
    expect(mine.data?.access).toEqual(access)
    const all = await world.as(user).GET('/api/user/account')
    expect(all.data?.[0]?.access).toEqual(access)
    const page = await world.as(mainAdmin).GET('/api/admin/account/{accountId}', { params })
    expect(page.data?.access).toEqual(access)
    const other = await world.person()
    await anAccount(world, { userId: other.id, port: 20_001, server: '[]' })
    const theirs = await world.as(other).GET('/api/user/account')
    expect(theirs.data?.[0]?.access).toEqual([])
    // Who only looks sees no password, and no key that is made of it.
    const { id: adminId } = await world.person({ type: 'admin', groupId: user.groupId })
    const rights = { rights: 'readOnly' } as const
    await world.db.updateTable('user').set(rights).where('id', '=', adminId).execute()
    const looks = { id: adminId, type: 'admin', groupId: user.groupId, roles: ['admin'], ...rights }
    const seen = await world.as(looks as Caller).GET('/api/admin/account/{accountId}', { params })
    expect([seen.data?.password, seen.data?.access]).toEqual(['', undefined])
    const servers = await world.as(user).GET('/api/user/server')
    expect(JSON.stringify(servers.data)).not.toContain(password.split(':')[1])
  })

  test.each<[Schema<'SubscriptionType'>, boolean]>([
    ['mihomo', true],
    ['singbox', true],
    ['shadowrocket', true],
    ['sip008', true],
    ['clash', false],
    ['surge', false],
    ['loon', false],
    ['quantumultx', false],
    ['outline', false],
    ['ssr', false],
    ['ssd', false],
    ['potatso', false],
    ['mellow', false],
  ])('is in %s: %s', async (type, isThere) => {
    const { world, password } = await sold()
    const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&flow=0`
    const { payload } = await world.app.inject({ url })
    const text = payload.replace(/^ssd:\/\//, '')
    const plain = Buffer.from(text, 'base64').toString()
    const links = plain
      .split('\r\n')
      .map((link) => Buffer.from(link.replace('ssr://', ''), 'base64url').toString())
    const said = [payload, plain, ...links].join('\n')
    // What is percent-encoded in a link, and escaped in JSON.
    const found = [password, encodeURIComponent(password)].some((one) => said.includes(one))
    expect(found).toBe(isThere)
    expect(said.includes('2022-blake3')).toBe(isThere)
    // The other one is there all the same.
    expect(said.includes('o.example')).toBe(true)
    if (type === 'mihomo')
      expect(parse(payload).proxies[0]).toMatchObject({
        server: 'n.example',
        port: PORT + 1_000,
        cipher: AES_128,
        password,
      })
    if (type === 'shadowrocket')
      expect(plain).toContain(
        `ss://${AES_128}:${encodeURIComponent(password)}@n.example:${PORT + 1_000}#New`,
      )
  })

  test('is on the server’s page, where each is told by its own port', async () => {
    const states: PortState[] = []
    const { world, id, account, password } = await sold({ states: () => states })
    states.push({ key: `${id}:${account}`, port: PORT, open: true })
    const params = { path: { serverId: id } }
    const { data } = await world.as(mainAdmin).GET(SERVER, { params })
    expect(data?.ports).toEqual([{ port: 20_000, password }])
  })

  test('is what a router reads', async () => {
    const { world, id, user, account, password } = await sold()
    const as = world.as(mainAdmin)
    await as.PUT('/api/admin/setting/account', { body: { data: { macAccount: true } } })
    const mac = 'aabbcc001122'
    const device = { mac, userId: user.id, accountId: account, serverId: id }
    await world.db
      .insertInto('macAccount')
      .values({ ...device, createTime: world.now() })
      .execute()
    const params = { path: { mac }, query: {} }
    const { data } = await world.as(null).GET('/api/user/account/mac/{mac}', { params })
    expect(data?.default).toMatchObject({ id, port: PORT + 1_000, password, method: AES_128 })
    expect(data?.servers.find((server) => server.id === id)?.base64).toBe(
      `ss://${AES_128}:${encodeURIComponent(password)}@n.example:${PORT + 1_000}`,
    )
  })
})
