import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Named = { name: string }

const TOKEN = 'c0ffee'.padEnd(32, '0')
const KEY = 'fYOaOoGyB1YUZ8Tq0nXxH6cWbC1b3vK5uH0p2S6Q20Q='
const TUNNEL = { type: 'WireGuard', net: '10.100.0.0/16', key: KEY, wgPort: 51_820 } as const

async function read(world: World, type: Schema<'SubscriptionType'>, flow = '0') {
  const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&flow=${flow}`
  const { payload, headers } = await world.app.inject({ url })
  return { payload, type: headers['content-type'] }
}

/** An account on a server of each kind. */
async function subscribed(changes: Parameters<typeof anAccount>[1] = {}) {
  const world = await makeWorld({ plane: openPlane() })
  await aServer(world, { name: 'Proxy', host: 'a.example', shift: 5 })
  await aServer(world, { name: 'Tunnel', host: 'w.example', ...TUNNEL })
  const trojan = { type: 'Trojan', tjPort: 443, sni: 'sni.example' } as const
  await aServer(world, { name: 'Zed', host: 'z.example', ...trojan })
  const account = { port: 50_000, password: '0123', subscribe: TOKEN, ...changes }
  return { world, id: await anAccount(world, account) }
}

describe('mihomo', () => {
  test('carries WireGuard, with keys that were made for it and stay', async () => {
    const { world, id } = await subscribed()
    const { payload, type } = await read(world, 'mihomo')
    expect(type).toMatch(/^text\/yaml/)
    const profile = parse(payload)
    const { publicKey, privateKey } = await world.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(publicKey).toMatch(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/)
    expect(profile.proxies).toEqual([
      {
        name: 'Zed',
        type: 'trojan',
        server: 'z.example',
        port: 443,
        password: '50000:0123',
        sni: 'sni.example',
        udp: true,
      },
      {
        name: 'Tunnel',
        type: 'wireguard',
        server: 'w.example',
        port: 51_820,
        ip: '10.100.196.217',
        'private-key': privateKey,
        'public-key': KEY,
        'allowed-ips': ['0.0.0.0/0'],
        udp: true,
      },
      {
        name: 'Proxy 2',
        type: 'ss',
        server: 'a.example',
        port: 50_005,
        cipher: 'aes-256-gcm',
        password: '0123',
        udp: true,
      },
    ])
    expect((await read(world, 'mihomo')).payload).toBe(payload)
  })

  test('says what a WireGuard server of ours has besides: IPv6, and its size of packets', async () => {
    const { world } = await subscribed()
    const ours = { net6: 'fd10:100::/64', mtu: 1280 }
    await world.db.updateTable('server').set(ours).where('type', '=', 'WireGuard').execute()
    const { proxies } = parse((await read(world, 'mihomo')).payload)
    expect(proxies[1]).toMatchObject({
      ip: '10.100.196.217',
      ipv6: 'fd10:100::1:c350',
      'allowed-ips': ['0.0.0.0/0', '::/0'],
      mtu: 1280,
    })
    const { endpoints } = JSON.parse((await read(world, 'singbox')).payload)
    expect(endpoints[0]).toMatchObject({
      address: ['10.100.196.217/32', 'fd10:100::1:c350/128'],
      mtu: 1280,
      peers: [{ allowed_ips: ['0.0.0.0/0', '::/0'] }],
    })
  })

  test('leaves WireGuard out where the port has no address', async () => {
    const { world } = await subscribed({ port: 65_024 })
    const { proxies } = parse((await read(world, 'mihomo')).payload)
    expect(proxies.map(({ name }: Named) => name)).toEqual(['Zed', 'Proxy 2'])
  })

  test('measures servers only, not the entries that show usage and end', async () => {
    const world = await makeWorld({ plane: openPlane() })
    await aServer(world, { name: 'Tokyo' })
    await anAccount(world, { ...months(world, 1), flow: 5e9, multiServerFlow: 1, subscribe: TOKEN })
    const groups = parse((await read(world, 'mihomo', '1')).payload)['proxy-groups']
    expect(groups.map(({ name, proxies }: { name: string; proxies: string[] }) => [name, proxies]))
      // Chosen by hand they can be, so that people see them.
      .toEqual([
        ['Proxy', ['Auto', '0B / 5.00GB (0.0%)', '2026-02-14过期', 'Tokyo', 'DIRECT']],
        ['Auto', ['Tokyo']],
      ])
  })
})

describe('clash', () => {
  test('knows no WireGuard, and no cipher but its own', async () => {
    const { world } = await subscribed()
    await aServer(world, { name: 'Old', method: 'camellia-256-cfb' })
    await aServer(world, { name: 'Older', method: 'chacha20' })
    const names = async (type: 'clash' | 'mihomo') =>
      parse((await read(world, type)).payload).proxies.map(({ name }: Named) => name)
    expect(await names('clash')).toEqual(['Zed', 'Proxy 2'])
    expect(await names('mihomo')).toEqual(['Zed', 'Tunnel', 'Older', 'Proxy 2'])
  })
})

describe('singbox', () => {
  test('is a whole profile, in which every name leads somewhere', async () => {
    const { world } = await subscribed()
    await aServer(world, { name: 'Old', method: 'bf-cfb' })
    const { payload, type } = await read(world, 'singbox')
    expect(type).toMatch(/^application\/json/)
    const { inbounds, endpoints, outbounds, route, dns } = JSON.parse(payload)
    expect(inbounds.map((inbound: { type: string }) => inbound.type)).toEqual(['tun', 'mixed'])
    const tags = [...endpoints, ...outbounds].map(({ tag }: { tag: string }) => tag)
    expect(new Set(tags).size).toBe(tags.length)
    expect(tags).toEqual(['Tunnel', 'Proxy', 'Auto', 'Zed', 'Proxy 2', 'direct'])
    const named = [
      ...outbounds.flatMap((outbound: { outbounds?: string[] }) => outbound.outbounds ?? []),
      ...route.rules.flatMap((rule: { outbound?: string }) => rule.outbound ?? []),
      route.final,
      ...dns.servers.flatMap((server: { detour?: string }) => server.detour ?? []),
    ]
    expect(named.filter((name) => !tags.includes(name))).toEqual([])
    expect(dns.servers.map(({ tag }: { tag: string }) => tag)).toEqual(
      expect.arrayContaining([dns.final, route.default_domain_resolver]),
    )
    expect(endpoints[0]).toMatchObject({
      type: 'wireguard',
      address: ['10.100.196.217/32'],
      private_key: expect.stringMatching(/^.{43}=$/),
      peers: [{ address: 'w.example', port: 51_820, public_key: KEY, allowed_ips: ['0.0.0.0/0'] }],
    })
    expect(outbounds).toContainEqual({
      type: 'trojan',
      tag: 'Zed',
      server: 'z.example',
      server_port: 443,
      password: '50000:0123',
      tls: { enabled: true, server_name: 'sni.example' },
    })
  })

  test('stays a profile without any server', async () => {
    const { world } = await subscribed({ server: '[]' })
    const { outbounds } = JSON.parse((await read(world, 'singbox')).payload)
    expect(outbounds).toEqual([
      { type: 'selector', tag: 'Proxy', outbounds: ['direct'] },
      { type: 'direct', tag: 'direct' },
    ])
  })
})

describe('sip008', () => {
  test('lists servers under ids that stay, and what is left', async () => {
    const { world } = await subscribed({ flow: 50 })
    const { payload, type } = await read(world, 'sip008', '1')
    expect(type).toMatch(/^application\/json/)
    expect(JSON.parse(payload)).toEqual({
      version: 1,
      servers: [
        {
          id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
          remarks: 'Proxy 2',
          server: 'a.example',
          server_port: 50_005,
          password: '0123',
          method: 'aes-256-gcm',
        },
      ],
      bytes_used: 0,
      bytes_remaining: 50,
    })
    expect((await read(world, 'sip008', '1')).payload).toBe(payload)
  })
})

test('a link of shadowrocket says which name a trojan server is certified for', async () => {
  const { world } = await subscribed()
  const links = Buffer.from((await read(world, 'shadowrocket')).payload, 'base64').toString()
  expect(links).toContain('trojan://50000%3A0123@z.example:443?sni=sni.example#Zed')
  expect(links).not.toContain('w.example')
})

test('names that differ only in letter case are distinguished', async () => {
  const { world } = await subscribed()
  await aServer(world, { name: 'ZED' })
  const { proxies } = parse((await read(world, 'mihomo')).payload)
  expect(proxies.map(({ name }: Named) => name)).toContainEqual('ZED 2')
})
