import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import { secretOf } from '../../../server/accounts/servers/tunnels.ts'
import { pluginOptions } from '../../../server/accounts/subscriptions/v2rayPlugin.ts'
import { seal } from '../../../server/database/sealed.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { insideDoor, SECRET } from '../../support/shadowsocksInside.ts'
import { PATH } from '../../support/webSocket.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
const PREVIEW = '/api/admin/account/{accountId}/subscribe/preview'

/** What an account reads of one Trojan server that takes Shadowsocks in WebSockets. */
async function reading(terms: object = {}, server: object = {}) {
  const world = await makeWorld({ plane: openPlane() })
  const all = { way: 'only', inside: 'shadowsocks', path: PATH, address: null, name: null }
  const webSocket = JSON.stringify({ ...all, trusted: [], ...terms })
  const privateKey = seal(SECRET.toString('base64'), await secretOf(world.db))
  const trojan = { type: 'Trojan', plane: 'embedded', tjPort: 443, webSocket, privateKey } as const
  const host = 'cdn.example'
  const serverId = await aServer(world, { name: 'Zed', host, ...trojan, ...server })
  const user = await world.person()
  const account = { userId: user.id, port: 5_000, password: 'pw', subscribe: TOKEN }
  const accountId = await anAccount(world, account)
  const read = async (type: Schema<'SubscriptionType'>) => {
    const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&flow=0`
    return (await world.app.inject({ url })).payload
  }
  const preview = async (type: Schema<'SubscriptionType'>) => {
    const params = { path: { accountId }, query: { type } }
    return (await world.as(mainAdmin).GET(PREVIEW, { params })).data!
  }
  return { world, user, serverId, accountId, read, preview }
}

const lines = (text: string) => Buffer.from(text, 'base64').toString().split('\r\n')
const { path, datagramPath, password, method } = insideDoor('5000:pw')
const OPTIONS = `mode=websocket;tls;host=cdn.example;path=${path};mux=0`

describe('a server that takes Shadowsocks in WebSockets', () => {
  test('is in links and profiles of apps that have it, without UDP', async () => {
    const { read } = await reading()
    const user = Buffer.from(`${method}:${password}`).toString('base64url')
    const plugin = encodeURIComponent(`v2ray-plugin;${OPTIONS}`)
    expect(lines(await read('shadowrocket'))).toEqual([
      `ss://${user}@cdn.example:443/?plugin=${plugin}#Zed`,
    ])
    for (const type of ['clash', 'mihomo'] as const)
      expect(parse(await read(type)).proxies).toEqual([
        {
          name: 'Zed',
          type: 'ss',
          server: 'cdn.example',
          port: 443,
          cipher: method,
          password,
          udp: false,
          plugin: 'v2ray-plugin',
          'plugin-opts': { mode: 'websocket', tls: true, host: 'cdn.example', path, mux: false },
        },
      ])
    const { outbounds } = JSON.parse(await read('singbox'))
    expect(outbounds.find(({ tag }: { tag: string }) => tag === 'Zed')).toEqual({
      type: 'shadowsocks',
      tag: 'Zed',
      server: 'cdn.example',
      server_port: 443,
      method,
      password,
      network: 'tcp',
      plugin: 'v2ray-plugin',
      plugin_opts: OPTIONS,
    })
    expect(await read('quantumultx')).toBe(
      `shadowsocks=cdn.example:443, method=${method}, password=${password}, obfs=wss, obfs-host=cdn.example, obfs-uri=${path}, tls-verification=true, fast-open=false, udp-relay=false, tag=Zed`,
    )
    expect(JSON.parse(await read('sip008')).servers).toMatchObject([
      {
        remarks: 'Zed',
        server: 'cdn.example',
        server_port: 443,
        password,
        method,
        plugin: 'v2ray-plugin',
        plugin_opts: OPTIONS,
      },
    ])
  })

  test('is told to Outline in its own words, with UDP, where it has no other', async () => {
    const inside = (to: string, more = {}) => ({
      $type: 'shadowsocks',
      endpoint: { $type: 'websocket', url: `wss://cdn.example:443${to}`, ...more },
      cipher: method,
      secret: password,
    })
    const { world, serverId, read, preview } = await reading()
    expect(JSON.parse(await read('outline'))).toEqual({
      transport: { $type: 'tcpudp', tcp: inside(path), udp: inside(datagramPath) },
    })
    const plainId = await aServer(world, { name: 'Plain' })
    expect(JSON.parse(await read('outline'))).toMatchObject({ server_port: 5_000 })
    const ids = async () => (await preview('outline')).entries.map((one) => one.serverId)
    expect(await ids()).toEqual([plainId])
    await world.db.deleteFrom('server').where('id', '=', plainId).execute()
    expect(await ids()).toEqual([serverId])
    // By another name in TLS than the address.
    const other = await reading({ address: { host: '192.0.2.7', port: 443 }, name: 'cdn.example' })
    expect(JSON.parse(await other.read('outline')).transport.tcp).toEqual(
      inside(path, { endpoint: '192.0.2.7:443' }),
    )
  })

  test.each(['surge', 'loon', 'mellow', 'potatso', 'ssr', 'ssd'] as const)(
    'is not in %s, which would show what never connects',
    async (type) => {
      const { read, preview } = await reading()
      const text = await read(type)
      for (const one of [text, Buffer.from(text, 'base64').toString()])
        expect(one).not.toContain('cdn.example')
      if (type === 'mellow') return
      const { entries, leftOut } = await preview(type)
      expect([entries.length, leftOut]).toMatchObject([0, [{ name: 'Zed', reason: 'app' }]])
    },
  )

  test('is named with Trojan where both are offered, as far as an app has them', async () => {
    const { preview } = await reading({ inside: 'both' })
    const names = async (type: Schema<'SubscriptionType'>) =>
      (await preview(type)).entries.map(({ name, carrier }) => [name, carrier])
    const trojan = ['Zed', 'webSocket']
    expect(await names('mihomo')).toEqual([trojan, ['Zed Shadowsocks', 'webSocket']])
    expect(await names('surge')).toEqual([trojan])
    expect(await names('sip008')).toEqual([['Zed Shadowsocks', 'webSocket']])
    const beside = await reading({ inside: 'both', way: 'beside' })
    expect((await beside.preview('mihomo')).entries.map(({ name }) => name)).toEqual([
      'Zed',
      'Zed WebSocket',
      'Zed Shadowsocks WebSocket',
    ])
  })

  test('keeps its name where apps are given addresses, as that is for the CDN', async () => {
    const { world } = await reading({}, { host: 'localhost' })
    const url = `/api/user/account/subscribe/${TOKEN}?type=mihomo&ip=1&flow=0`
    const [proxy] = parse((await world.app.inject({ url })).payload).proxies
    expect(proxy.server).toBe('localhost')
  })

  test('is told to its customer, and is another one after another password', async () => {
    const { world, user, serverId } = await reading()
    const own = async () => (await world.as(user).GET('/api/user/account')).data?.[0]?.webSockets
    expect(await own()).toEqual([{ serverId, path, password, method }])
    await world.db.updateTable('account').set({ password: 'other' }).execute()
    const next = insideDoor('5000:other')
    expect(await own()).toMatchObject([{ path: next.path, password: next.password }])
    const { data } = await world.as(user).GET('/api/user/server')
    expect(data?.[0]?.webSocketPlace).toMatchObject({ inside: 'shadowsocks', path: PATH })
  })
})

test('options of a plugin keep what would end one of them', () => {
  expect(pluginOptions({ host: 'a;b=c', path: String.raw`/\d` })).toBe(
    String.raw`mode=websocket;tls;host=a\;b\=c;path=/\\d;mux=0`,
  )
})
