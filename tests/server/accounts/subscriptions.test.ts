import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Query } from '#contract'
import { fromBase64 } from '#rules/base64.ts'
import { parseShadowsocksLink } from '../../support/shadowsocksLink.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINE = '/api/user/account/{accountId}/subscribe'
const ANY = '/api/admin/account/{accountId}/subscribe'
const OPEN = '/api/user/account/subscribe/{token}'
const HOUR = 3_600_000
const TOKEN = 'c0ffee'.padEnd(32, '0')

type World = Awaited<ReturnType<typeof makeWorld>>

const at = (accountId: number) => ({ params: { path: { accountId } } })

const fetched = (world: World, query: Query<'getSubscription'> = {}, token = TOKEN) =>
  world.as(null).GET(OPEN, { params: { path: { token }, query } })

async function text(world: World, query: Query<'getSubscription'> = {}) {
  return String((await fetched(world, query)).data ?? '')
}

const lines = (list: string) => fromBase64(list)?.split('\r\n') ?? []

/** An account with a token, on three servers by name, of which two are alike. */
async function subscribed(changes: Parameters<typeof anAccount>[1] = {}) {
  const world = await makeWorld({ plane: openPlane() })
  await aServer(world, { name: '东京 1', host: '10.0.0.1:a.example', shift: 5 })
  await aServer(world, { name: 'Paris', host: 'b.example', method: 'chacha20-ietf-poly1305' })
  await aServer(world, { name: 'Paris', host: 'c.example', scale: 2 })
  await aServer(world, { name: 'Tunnel', type: 'WireGuard' })
  const hidden = await aServer(world, { name: 'Hidden' })
  await world.db.insertInto('tag').values({ type: 'server', key: hidden, name: '#_hide' }).execute()
  const account = { port: 5000, password: '0123', subscribe: TOKEN, ...changes }
  return { world, id: await anAccount(world, account) }
}

describe('getMySubscription', () => {
  test("returns the token of the caller's own account only", async () => {
    const world = await makeWorld({ plane: openPlane() })
    const [user, other] = [await world.person(), await world.person()]
    const id = await anAccount(world, { userId: user.id, subscribe: TOKEN })
    expect((await world.as(user).GET(MINE, at(id))).data).toEqual({ id, subscribe: TOKEN })
    expect((await world.as(other).GET(MINE, at(id))).response.status).toBe(403)
    expect((await world.as(null).GET(MINE, at(id))).response.status).toBe(401)
  })
})

describe('renewMySubscription', () => {
  test('makes another token; the old link is dead', async () => {
    const world = await makeWorld({ plane: openPlane() })
    const [user, other] = [await world.person(), await world.person()]
    const id = await anAccount(world, { userId: user.id, subscribe: TOKEN })
    expect((await world.as(other).PUT(MINE, at(id))).response.status).toBe(403)
    const { data } = await world.as(user).PUT(MINE, at(id))
    expect(data?.subscribe).toMatch(/^[0-9a-f]{32}$/)
    expect((await fetched(world)).response.status).toBe(403)
    expect((await fetched(world, {}, data!.subscribe)).response.status).toBe(200)
    expect((await world.as(user).GET(MINE, at(id))).data).toEqual(data)
  })
})

describe('getAccountSubscription', () => {
  test("returns any token to the main admin, and the own group's to others", async () => {
    const world = await makeWorld({ plane: openPlane() })
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const user = await world.person({ groupId: 2 })
    const [mine, foreign] = [await anAccount(world, { userId: user.id }), await anAccount(world)]
    expect((await world.as(mainAdmin).GET(ANY, at(foreign))).data?.id).toBe(foreign)
    expect((await world.as(admin).GET(ANY, at(mine))).data?.id).toBe(mine)
    expect((await world.as(admin).GET(ANY, at(foreign))).response.status).toBe(403)
    expect((await world.as(user).GET(ANY, at(mine))).response.status).toBe(401)
  })
})

describe('renewAccountSubscription', () => {
  test('makes another token, also for an admin of the group and no others', async () => {
    const world = await makeWorld({ plane: openPlane() })
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const user = await world.person({ groupId: 2 })
    const id = await anAccount(world, { userId: user.id, subscribe: TOKEN })
    const foreign = await anAccount(world)
    const { data } = await world.as(admin).PUT(ANY, at(id))
    expect(data?.subscribe).toMatch(/^[0-9a-f]{32}$/)
    expect((await fetched(world)).response.status).toBe(403)
    expect((await fetched(world, {}, data!.subscribe)).response.status).toBe(200)
    expect((await world.as(admin).PUT(ANY, at(foreign))).response.status).toBe(403)
    expect((await world.as(mainAdmin).PUT(ANY, at(foreign))).data?.id).toBe(foreign)
    expect((await world.as(user).PUT(ANY, at(id))).response.status).toBe(401)
  })
})

describe('getSubscription', () => {
  test('lists links for shadowrocket by default', async () => {
    const { world } = await subscribed()
    const links = lines(await text(world))
    expect(links.map(parseShadowsocksLink)).toEqual([
      {
        method: 'chacha20-ietf-poly1305',
        password: '0123',
        host: 'b.example',
        port: 5000,
        name: 'Paris',
      },
      { method: 'aes-256-gcm', password: '0123', host: 'c.example', port: 5000, name: 'Paris 2' },
      { method: 'aes-256-gcm', password: '0123', host: 'a.example', port: 5005, name: '东京 1' },
    ])
    expect(links[2]).toMatch(/#%E4%B8%9C%E4%BA%AC%201$/)
    expect(lines(await text(world, { type: 'potatso' }))[2]).toMatch(/^ss:\/\/[\w+/=]+#东京 1$/)
  })

  test('writes ssr links, also where an old link says ssr=1', async () => {
    const { world } = await subscribed()
    const old = await text(world, { ssr: '1' })
    expect(await text(world, { type: 'ssr' })).toBe(old)
    const [first = ''] = lines(String(old))
    const [access = '', labels = ''] = (fromBase64(first.slice('ssr://'.length)) ?? '').split('/?')
    const password = Buffer.from('0123').toString('base64url')
    expect(access).toBe(`b.example:5000:origin:chacha20-ietf-poly1305:plain:${password}`)
    const said = new URLSearchParams(labels)
    expect(fromBase64(said.get('remarks') ?? '')).toBe('Paris')
    expect(fromBase64(said.get('group') ?? '')).toBe('Sluice')
  })

  test('writes a profile for clash with names it accepts', async () => {
    const { world, id } = await subscribed()
    const pluginOptions = JSON.stringify({ clash: { plugin: 'obfs', 'udp-port': '${port}' } })
    await world.db
      .updateTable('server')
      .set({ pluginOptions, name: 'Auto' })
      .where('id', '=', 1)
      .execute()
    const { data, response } = await fetched(world, { type: 'clash' })
    const profile = parse(String(data ?? ''))
    const names = profile.proxies.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Auto 2', 'Paris', 'Paris 2'])
    expect(profile.proxies[0]).toEqual({
      name: 'Auto 2',
      type: 'ss',
      server: 'a.example',
      port: 5005,
      cipher: 'aes-256-gcm',
      password: '0123',
      udp: true,
      plugin: 'obfs',
      'udp-port': '5000',
    })
    const known = new Set([...names, 'DIRECT', 'Auto', 'Proxy'])
    for (const group of profile['proxy-groups'])
      expect(group.proxies.every((name: string) => known.has(name))).toBe(true)
    expect(profile.rules.at(-1)).toBe('MATCH,Proxy')
    expect(response.headers.get('content-type')).toMatch(/^text\/(yaml|plain); charset=utf-8$/)

    await world.db.updateTable('account').set({ server: '[]' }).where('id', '=', id).execute()
    expect(parse(await text(world, { type: 'clash' }))['proxy-groups']).toEqual([
      { name: 'Proxy', type: 'select', proxies: ['DIRECT'] },
    ])
  })

  test('writes ssd, with usage and end only on request', async () => {
    const world = await makeWorld({ plane: openPlane(), env: { TZ: 'Asia/Shanghai' } })
    const serverId = await aServer(world, { scale: 1.5 })
    const terms = { ...months(world, 1), flow: 4e9, multiServerFlow: 1 as const }
    const id = await anAccount(world, { ...terms, port: 5000, subscribe: TOKEN })
    const usage = { accountId: id, serverId, cycleFrom: world.clock.at, bytes: 1e9, lastSeen: 1 }
    await world.db.insertInto('usage').values(usage).execute()
    const read = async (flow: '0' | '1') => {
      const said = await text(world, { type: 'ssd', flow })
      return JSON.parse(fromBase64(said.slice('ssd://'.length)) ?? '')
    }
    const plain = { airport: 'Sluice', port: 5000, encryption: 'aes-256-gcm', password: 'secret' }
    const servers = [
      {
        id: serverId,
        server: '192.0.2.1',
        port: 5000,
        encryption: 'aes-256-gcm',
        remarks: 'Tokyo',
        ratio: 1.5,
      },
    ]
    expect(await read('0')).toEqual({ ...plain, servers })
    const notes = { expiry: '2026-02-14 20:00:00', traffic_used: 1.5, traffic_total: 4 }
    expect(await read('1')).toEqual({ ...plain, ...notes, servers })
  })

  test('puts use and end before the servers', async () => {
    const world = await makeWorld({ plane: openPlane() })
    const serverId = await aServer(world)
    const terms = { ...months(world, 1), flow: 500_000_000, multiServerFlow: 1 as const }
    const id = await anAccount(world, { ...terms, port: 5000, subscribe: TOKEN })
    const start = world.clock.at
    const usage = { accountId: id, serverId, cycleFrom: start, bytes: 50_000, lastSeen: 1 }
    await world.db.insertInto('usage').values(usage).execute()
    const names = async () =>
      lines(await text(world, { flow: '1' })).map((link) => parseShadowsocksLink(link)?.name)
    expect(await names()).toEqual(['50.0KB / 500.0MB (0.0%)', '2026-02-14过期', 'Tokyo'])
    const end = terms.expireTime
    world.clock.set(end - 47.5 * HOUR)
    expect((await names())[1]).toBe('47小时后过期')
    world.clock.set(end - 0.5 * HOUR)
    expect((await names())[1]).toBe('30分钟后过期')
    world.clock.set(end)
    expect((await names())[1]).toBe('已到期')
    // What was not started neither ends nor has ended.
    await world.db.updateTable('account').set({ active: 0 }).where('id', '=', id).execute()
    expect((await names())[1]).toBe('未激活')
    await world.db.updateTable('account').set({ active: 1 }).where('id', '=', id).execute()
    const links = lines(await text(world, { flow: 'true' }))
    expect(parseShadowsocksLink(links[0] ?? '')).toMatchObject({ host: 'localhost', port: 5000 })
  })

  test('is answered for an account that ends after all dates', async () => {
    const { world } = await subscribed({
      type: 3,
      cycleStart: 8.64e15,
      cycles: 9,
      expireTime: 8.65e15,
    })
    const links = lines(await text(world, { flow: '1' }))
    expect(parseShadowsocksLink(links[0] ?? '')?.name).toBe('9999-12-30过期')
  })

  test('adds nothing for an account without an end', async () => {
    const { world } = await subscribed()
    expect(await text(world, { flow: '1' })).toBe(await text(world))
  })

  test('keeps to the servers of the account, and knows trojan', async () => {
    const { world } = await subscribed({ server: '[2,6]' })
    await aServer(world, { name: 'Z', type: 'Trojan', tjPort: 443, host: 'z.example' })
    const links = lines(await text(world))
    expect(links).toHaveLength(2)
    expect(links[0]).toBe('trojan://5000%3A0123@z.example:443#Z')
    expect(lines(await text(world, { type: 'ssr' }))).toHaveLength(1)
    expect(parse(await text(world, { type: 'clash' })).proxies[0]).toMatchObject({ type: 'trojan' })
  })

  test('prints addresses in place of names, and names it cannot find', async () => {
    const world = await makeWorld({ plane: openPlane() })
    await aServer(world, { name: 'A', host: 'localhost' })
    await aServer(world, { name: 'B', host: 'nowhere.invalid' })
    await anAccount(world, { subscribe: TOKEN })
    const hosts = lines(await text(world, { ip: '1' })).map(
      (link) => parseShadowsocksLink(link)?.host,
    )
    expect(hosts).toEqual(['127.0.0.1', 'nowhere.invalid'])
  })

  test('sends clients no end for an account whose time has not begun', async () => {
    const shown = async (active: 0 | 1) => {
      const { world } = await subscribed({})
      await world.db
        .updateTable('account')
        .set({ ...months(world, 1), active })
        .execute()
      return (await fetched(world)).response.headers.get('subscription-userinfo')
    }
    expect(await shown(0)).toMatch(/expire=0$/)
    expect(await shown(1)).toMatch(/expire=[1-9]\d{9}$/)
  })

  test('sends clients usage, end and name, and forbids caching', async () => {
    const { world } = await subscribed({ flow: 70 })
    const data = { title: "我's" }
    await world.as(mainAdmin).PUT('/api/admin/setting/base', { body: { data } })
    const { headers } = (await fetched(world)).response
    expect(headers.get('subscription-userinfo')).toBe('upload=0; download=0; total=70; expire=0')
    expect(headers.get('profile-update-interval')).toBe('12')
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%E6%88%91%27s")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is answered for an account that is closed, too', async () => {
    const { world } = await subscribed({ active: 0 })
    expect(lines(await text(world))).toHaveLength(3)
  })

  test('is not there while subscriptions are off', async () => {
    const { world } = await subscribed()
    const body = { data: { subscribe: false } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    expect((await fetched(world)).response.status).toBe(404)
  })

  test('refuses an unknown type and what is no token', async () => {
    const { world } = await subscribed()
    const type = 'surfboard' as 'clash'
    expect((await fetched(world, { type })).response.status).toBe(400)
    expect((await fetched(world, {}, "' or '1'='1")).response.status).toBe(400)
  })

  test('serves a token regardless of other calls from the address', async () => {
    const { world } = await subscribed()
    for (let count = 0; count < 30; count += 1)
      for (const token of ['f'.repeat(32), String(count).padStart(32, '0')])
        expect((await fetched(world, {}, token)).response.status).toBe(403)
    expect((await fetched(world)).response.status).toBe(200)
  })

  test('reads no MAC address for ten minutes after ten different bad ones', async () => {
    const { world, id } = await subscribed()
    const { id: userId } = await world.person()
    await world.db.updateTable('account').set({ userId }).where('id', '=', id).execute()
    const device = { mac: 'aabbccddeeff', userId, accountId: id, createTime: 1 }
    await world.db.insertInto('macAccount').values(device).execute()
    const body = { data: { macAccount: true } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    const status = async (mac: string) => (await fetched(world, {}, mac)).response.status
    // A router that is no longer registered goes on polling, in any spelling.
    for (let count = 0; count < 15; count += 1)
      for (const mac of ['001122334455', '00:11:22:33:44:55']) expect(await status(mac)).toBe(403)
    for (let guess = 0; guess < 8; guess += 1) await status(`00112233446${guess}`)
    expect(await status('aabbccddeeff')).toBe(200)
    await status('001122334469')
    expect(await status('aabbccddeeff')).toBe(403)
    world.clock.add(600_000)
    expect(await status('aabbccddeeff')).toBe(200)
  })

  test('opens by a registered MAC address, while those are on', async () => {
    const { world, id } = await subscribed()
    const { id: userId } = await world.person()
    await world.db.updateTable('account').set({ userId }).where('id', '=', id).execute()
    const device = { mac: 'aabbccddeeff', userId, accountId: id, createTime: 1 }
    await world.db.insertInto('macAccount').values(device).execute()
    expect((await fetched(world, {}, 'AA-BB-CC-DD-EE-FF')).response.status).toBe(404)
    const data = { macAccount: true, subscribe: false }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data } })
    expect(lines(String((await fetched(world, {}, 'AA:bb:CC:dd:ee:ff')).data))).toHaveLength(3)
    expect((await fetched(world, {}, '001122334455')).response.status).toBe(403)
    expect((await fetched(world)).response.status).toBe(404)
  })
})
