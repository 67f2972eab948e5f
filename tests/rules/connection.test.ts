import { connectionOf, endpointOf, passwordOn, serversOf } from '#rules/connection.ts'
import { parseShadowsocksLink } from '../support/shadowsocksLink.ts'
import { expect, test } from 'vitest'

const server = {
  id: 1,
  name: 'Tokyo',
  type: 'Shadowsocks' as const,
  host: 'panel.example:one.example:two.example',
  method: 'aes-256-gcm',
  shift: 100,
  net: null,
  key: null,
  wgPort: null,
}
const account = { port: 5001, password: 'secret', privateKey: '', server: null, idle: null }

test('the same name is shown again and again, and the port moves by the shift', () => {
  for (let turn = 0; turn < 20; turn += 1)
    expect(endpointOf(account, server)).toEqual({ host: 'one.example', port: 5101 })
})

test('a WireGuard client connects to the port of the server', () => {
  const tunnel = { ...server, type: 'WireGuard' as const }
  expect(endpointOf(account, { ...tunnel, wgPort: 51_820 }).port).toBe(51_820)
  expect(endpointOf(account, tunnel).port).toBe(0)
})

test('a Trojan client connects to the port of the server, by port and password in one', () => {
  const trojan = { ...server, type: 'Trojan' as const, tjPort: 443, publicShift: 1_000 }
  expect(endpointOf(account, trojan).port).toBe(1_443)
  expect(passwordOn({ ...account, port: 100_000 }, trojan)).toBe('100000:secret')
})

test('an account without a port is only where its server says that it is', () => {
  const servers = [server, { ...server, id: 2 }]
  const connections = [{ serverId: 2, name: 'Osaka', state: 'open' as const, until: null }]
  const named = (one: Parameters<typeof serversOf>[0]) =>
    serversOf(one, servers).map(({ id }) => id)
  expect(named({ server: null, port: 100_000, connections })).toEqual([2])
  expect(named({ server: [1], port: 100_000, connections })).toEqual([])
  expect(named({ server: null, port: 100_000 })).toEqual([1, 2])
  expect(named({ server: null, port: 65_535, connections })).toEqual([1, 2])
})

test('on a server of 2022 a client has another port and another password', () => {
  const access = [{ serverId: 1, port: 9_388, password: 'c2VydmVy:a2V5+w==' }]
  const newer = { ...server, method: '2022-blake3-aes-128-gcm' }
  expect(endpointOf({ ...account, access }, newer)).toEqual({ host: 'one.example', port: 9_388 })
  for (const kind of ['legacy', 'sip002'] as const)
    expect(connectionOf({ ...account, access }, newer, { kind })?.text).toBe(
      'ss://2022-blake3-aes-128-gcm:c2VydmVy%3Aa2V5%2Bw%3D%3D@one.example:9388#Tokyo',
    )
  const other = { ...server, id: 2 }
  expect(endpointOf({ ...account, access }, other).port).toBe(5_101)
  expect(passwordOn({ ...account, access }, other)).toBe('secret')
})

test.each(['legacy', 'sip002'] as const)('the link %s leads to what is shown', (kind) => {
  const { text = '' } = connectionOf(account, server, { kind }) ?? {}
  expect(parseShadowsocksLink(text)).toMatchObject({
    ...endpointOf(account, server),
    method: 'aes-256-gcm',
    password: 'secret',
  })
})
