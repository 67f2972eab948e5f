import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import { carrierOf, inOrder } from '../../../server/accounts/subscriptions/carriers.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { PATH } from '../../support/webSocket.ts'
import { makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')

type Terms = Partial<{ way: string; address: object | null; name: string | null }>

/** What an account reads of one Trojan server with a WebSocket, in a format. */
async function reading(terms: Terms, server: object = {}) {
  const world = await makeWorld({ plane: openPlane() })
  const all = { way: 'only', path: PATH, address: null, name: null, trusted: [], ...terms }
  const webSocket = JSON.stringify(all)
  const trojan = { type: 'Trojan', plane: 'embedded', tjPort: 443, webSocket } as const
  await aServer(world, { name: 'Zed', host: 'z.example', ...trojan, ...server })
  await anAccount(world, { port: 5_000, password: 'pw', subscribe: TOKEN })
  return async (type: Schema<'SubscriptionType'>) => {
    const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&flow=0`
    return (await world.app.inject({ url })).payload
  }
}

const lines = (text: string) => Buffer.from(text, 'base64').toString().split('\r\n')
const CDN = { address: { host: 'cdn.example', port: 443 } }

describe('a Trojan server that is reached by WebSocket alone', () => {
  test('is in links and profiles as each app writes it', async () => {
    const read = await reading(CDN)
    expect(lines(await read('shadowrocket'))).toEqual([
      `trojan://5000%3Apw@cdn.example:443?security=tls&sni=cdn.example&type=ws&host=cdn.example&path=${encodeURIComponent(`${PATH}?ed=2048`)}#Zed`,
    ])
    for (const type of ['clash', 'mihomo'] as const)
      expect(parse(await read(type)).proxies).toEqual([
        {
          name: 'Zed',
          type: 'trojan',
          server: 'cdn.example',
          port: 443,
          password: '5000:pw',
          sni: 'cdn.example',
          udp: true,
          network: 'ws',
          'ws-opts': { path: PATH, headers: { Host: 'cdn.example' } },
        },
      ])
    const { outbounds } = JSON.parse(await read('singbox'))
    expect(outbounds.find(({ tag }: { tag: string }) => tag === 'Zed')).toEqual({
      type: 'trojan',
      tag: 'Zed',
      server: 'cdn.example',
      server_port: 443,
      password: '5000:pw',
      tls: { enabled: true, server_name: 'cdn.example' },
      transport: {
        type: 'ws',
        path: PATH,
        headers: { Host: 'cdn.example' },
        max_early_data: 2048,
        early_data_header_name: 'Sec-WebSocket-Protocol',
      },
    })
    expect(await read('surge')).toContain(
      `Zed = trojan, cdn.example, 443, password=5000:pw, sni=cdn.example, ws=true, ws-path=${PATH}, ws-headers=Host:"cdn.example"\n`,
    )
    expect(await read('loon')).toBe(
      `Zed = trojan,cdn.example,443,"5000:pw",transport=ws,path=${PATH},host=cdn.example,tls-name=cdn.example,udp=true`,
    )
    expect(await read('quantumultx')).toBe(
      `trojan=cdn.example:443, password=5000:pw, obfs=wss, obfs-host=cdn.example, obfs-uri=${PATH}, tls-verification=true, fast-open=false, udp-relay=true, tag=Zed`,
    )
    // Those that know no Trojan have nothing of it.
    expect(JSON.parse(await read('sip008')).servers).toEqual([])
  })

  test.each([
    ['its own address and port', {}, { tjPort: 8_443, publicShift: 1 }, 'z.example', 8_444],
    ['443 where a proxy has TLS', { way: 'proxied' }, { tjPort: 8_001 }, 'z.example', 443],
    [
      'another port of the CDN',
      { address: { host: 'cdn.example', port: 2_053 } },
      { publicShift: 5 },
      'cdn.example',
      2_053,
    ],
  ])('names %s', async (_name, terms, server, host, port) => {
    const read = await reading(terms, server)
    const [proxy] = parse(await read('mihomo')).proxies
    expect(proxy).toMatchObject({ server: host, port, sni: host })
  })

  test('names what TLS is to have where that is another one', async () => {
    const name = async (terms: Terms, server = {}) => {
      const [proxy] = parse(await (await reading(terms, server))('mihomo')).proxies
      return [proxy.server, proxy.sni, proxy['ws-opts'].headers.Host]
    }
    expect(await name({ ...CDN, name: 'shop.example' })).toEqual([
      'cdn.example',
      'shop.example',
      'shop.example',
    ])
    // An address of a CDN alone is no name.
    const address = { host: '192.0.2.7', port: 443 }
    expect(await name({ address }, { sni: 'shop.example' })).toEqual([
      '192.0.2.7',
      'shop.example',
      'shop.example',
    ])
    expect(await name({}, { sni: 'shop.example' })).toEqual([
      'z.example',
      'shop.example',
      'shop.example',
    ])
  })
})

test('a server with both ways is there twice, each in the order of its carrier', async () => {
  const read = await reading({ way: 'beside', ...CDN })
  const { proxies } = parse(await read('mihomo'))
  expect(proxies).toMatchObject([
    { name: 'Zed', server: 'z.example', port: 443 },
    { name: 'Zed WebSocket', server: 'cdn.example', network: 'ws' },
  ])
  expect(proxies[0]).not.toHaveProperty('network')
  const nodes = [{ type: 'Trojan' as const, webSocket: {} }, { type: 'Trojan' as const }]
  expect(nodes.map(carrierOf)).toEqual(['webSocket', 'trojan'])
  expect(inOrder(nodes, ['webSocket'])).toEqual(nodes)
  expect(inOrder(nodes)).toEqual(nodes.toReversed())
})
