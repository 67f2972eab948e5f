import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')

type World = Awaited<ReturnType<typeof makeWorld>>

async function read(world: World, type: Schema<'SubscriptionType'>, query = '', agent = '') {
  const url = `/api/user/account/subscribe/${TOKEN}?type=${type}${query}`
  return world.app.inject({ url, headers: { 'user-agent': agent } })
}

const text = async (...args: Parameters<typeof read>) => (await read(...args)).payload

/** An account on two proxies, and on what the formats of lines cannot carry. */
async function subscribed(changes: Parameters<typeof anAccount>[1] = {}) {
  const world = await makeWorld({ plane: openPlane() })
  await aServer(world, { name: 'A, b = c', host: 'a.example', shift: 5 })
  const trojan = { type: 'Trojan', tjPort: 443, sni: 'sni.example' } as const
  await aServer(world, { name: 'Zed', host: 'z.example', ...trojan })
  await aServer(world, { name: 'Tunnel', type: 'WireGuard', net: '10.0.0.0/8', wgPort: 51_820 })
  await aServer(world, { name: 'Old', method: 'camellia-256-cfb' })
  const account = { port: 50_000, password: '0123', subscribe: TOKEN, ...changes }
  return { world, id: await anAccount(world, account) }
}

describe('surge', () => {
  test('is a whole profile, whose groups name what there is', async () => {
    const { world } = await subscribed()
    const { payload, headers } = await read(world, 'surge', '&ip=0&flow=0')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(payload.split('\n')).toEqual([
      `#!MANAGED-CONFIG http://test/api/user/account/subscribe/${TOKEN}?type=surge&ip=0&flow=0 interval=43200 strict=false`,
      '',
      '[Proxy]',
      'Zed = trojan, z.example, 443, password=50000:0123, sni=sni.example',
      'A b c = ss, a.example, 50005, encrypt-method=aes-256-gcm, password=0123, udp-relay=true',
      '',
      '[Proxy Group]',
      'Proxy = select, Auto, Zed, A b c, DIRECT',
      'Auto = url-test, Zed, A b c, url=http://www.gstatic.com/generate_204, interval=3600',
      '',
      '[Rule]',
      'IP-CIDR,10.0.0.0/8,DIRECT,no-resolve',
      'IP-CIDR,127.0.0.0/8,DIRECT,no-resolve',
      'IP-CIDR,172.16.0.0/12,DIRECT,no-resolve',
      'IP-CIDR,192.168.0.0/16,DIRECT,no-resolve',
      'FINAL,Proxy',
      '',
    ])
  })

  test('quotes what would end a value, and stays a profile without any server', async () => {
    const { world } = await subscribed({ password: 'a,b #c' })
    expect(await text(world, 'surge')).toContain('password="a,b #c", udp-relay=true')
    const { world: empty } = await subscribed({ server: '[]' })
    expect(await text(empty, 'surge')).toContain('[Proxy Group]\nProxy = select, DIRECT\n\n')
  })
})

test('loon reads a line for each server, with the password in quotes', async () => {
  const { world } = await subscribed({ password: 'a,b' })
  expect((await text(world, 'loon')).split('\n')).toEqual([
    'Zed = trojan,z.example,443,"50000:a,b",tls-name=sni.example,udp=true',
    'A b c = Shadowsocks,a.example,50005,aes-256-gcm,"a,b",fast-open=false,udp=true',
  ])
})

test('quantumult x reads a line for each server, but no comma in a password', async () => {
  const { world } = await subscribed()
  expect((await text(world, 'quantumultx')).split('\n')).toEqual([
    'trojan=z.example:443, password=50000:0123, over-tls=true, tls-host=sni.example, tls-verification=true, fast-open=false, udp-relay=true, tag=Zed',
    'shadowsocks=a.example:50005, method=aes-256-gcm, password=0123, fast-open=false, udp-relay=true, tag=A b c',
  ])
  const { world: other } = await subscribed({ password: 'a,b' })
  expect(await text(other, 'quantumultx')).toBe('')
})

test('names stay different after the signs of lines are taken out', async () => {
  const { world } = await subscribed()
  await aServer(world, { name: '"A" b, c', host: 'b.example' })
  await aServer(world, { name: '=,', host: 'c.example' })
  await aServer(world, { name: 'L\nine', host: 'd.example' })
  const names = (await text(world, 'loon')).split('\n').map((line) => line.split(' = ')[0])
  expect(names.toSorted()).toEqual(['A b c', 'A b c 2', 'L ine', 'Server', 'Zed'])
})

describe('outline', () => {
  const SERVER = { server: 'a.example', server_port: 50_005, password: '0123' }

  test('is one server, one that clients can connect to', async () => {
    const { world } = await subscribed()
    const { payload, headers } = await read(world, 'outline')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(payload)).toEqual({ ...SERVER, method: 'aes-256-gcm' })
    // Banned on the first, not on the second.
    await aServer(world, { name: 'B', host: 'b.example' })
    const ban = { accountId: 1, serverId: 1, until: world.clock.at + 1 }
    await world.db.insertInto('ban').values(ban).execute()
    expect(JSON.parse(await text(world, 'outline'))).toMatchObject({ server: 'b.example' })
  })

  test('is a sentence where there is none, in the language of the customer', async () => {
    const { world, id } = await subscribed({ server: '[]' })
    const said = async () => JSON.parse(await text(world, 'outline'))
    expect(await said()).toEqual({ error: { message: '暂无可用服务器' } })
    const { id: userId } = await world.person()
    await world.db.updateTable('user').set({ language: 'ru-RU' }).where('id', '=', userId).execute()
    await world.db.updateTable('account').set({ userId }).where('id', '=', id).execute()
    expect(await said()).toEqual({ error: { message: 'Нет доступных серверов' } })
    const terms = { ...months(world, 1), server: null }
    await world.db.updateTable('account').set(terms).execute()
    expect(await said()).toMatchObject(SERVER)
    world.clock.set(terms.expireTime)
    expect(await said()).toEqual({ error: { message: 'Срок истёк' } })
    await world.db.updateTable('account').set({ active: 0 }).execute()
    expect(await said()).toEqual({ error: { message: 'Не активирован' } })
  })
})

describe('mellow', () => {
  test('answers old links with a group of all servers it can carry', async () => {
    const { world } = await subscribed()
    const user = Buffer.from('aes-256-gcm:0123').toString('base64url')
    const profile = await text(world, 'mellow')
    expect(profile).toContain(
      `\nProxy A b c, ss, ss://${user}@a.example:50005\n\n[EndpointGroup]\n`,
    )
    expect(profile).toContain('[EndpointGroup]\nAuto, Proxy, latency, interval=300, timeout=6\n')
    expect(profile).toContain('FINAL, Auto\n')
    expect(profile).not.toMatch(/Zed|Old|Tunnel/)
  })

  test('leads nowhere but direct where it can carry none', async () => {
    const { world } = await subscribed({ password: 'a:b' })
    const profile = await text(world, 'mellow')
    expect(profile).toContain('[EndpointGroup]\n\n')
    expect(profile).toContain('FINAL, Direct\n')
  })
})

describe('sing-box before 1.12', () => {
  const said = (version: string) => `SFA/1.9.1 (440; sing-box ${version}; language zh_CN)`

  test('gets name servers in its form, and later ones what they always got', async () => {
    const { world } = await subscribed()
    const now = await text(world, 'singbox')
    for (const version of ['1.12.0', '1.13.2', '1.14.0', '2.0.0'])
      expect(await text(world, 'singbox', '', said(version))).toBe(now)
    const { dns, route, ...rest } = JSON.parse(await text(world, 'singbox', '', said('1.11.4')))
    const { dns: newer, route: newerRoute, ...same } = JSON.parse(now)
    expect(rest).toEqual(same)
    expect(dns).toEqual({
      servers: [
        { tag: 'remote', address: 'https://1.1.1.1/dns-query', detour: 'Proxy' },
        { tag: 'local', address: 'local', detour: 'direct' },
      ],
      rules: [{ outbound: 'any', server: 'local' }],
      final: 'remote',
    })
    expect(newer.rules).toBeUndefined()
    expect({ ...route, default_domain_resolver: 'local' }).toEqual(newerRoute)
    expect(route.default_domain_resolver).toBeUndefined()
  })
})

test('notes are in the language of the customer, else in that of the site', async () => {
  const { world, id } = await subscribed()
  await world.db.updateTable('account').set(months(world, 1)).where('id', '=', id).execute()
  const { id: userId } = await world.person()
  const note = async () => (await text(world, 'loon', '&flow=1')).split(' = ')[0]
  expect(await note()).toBe('2026-02-14过期')
  await world.db.updateTable('account').set({ userId }).where('id', '=', id).execute()
  expect(await note()).toBe('2026-02-14过期')
  for (const [language, said] of [
    ['en-US', 'Expires on 2026-02-14'],
    ['ja-JP', '有効期限 2026-02-14'],
    ['ru-RU', 'Действует до 2026-02-14'],
  ] as const) {
    await world.db.updateTable('user').set({ language }).where('id', '=', userId).execute()
    expect(await note()).toBe(said)
  }
})
