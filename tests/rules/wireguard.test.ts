import { wireguardAddress, wireguardConfig } from '#rules/wireguard.ts'
import { expect, test } from 'vitest'

test.each([
  ['10.100.0.0/16', 50_000, '10.100.196.217'],
  ['10.100.0.0/16', 30_777, '10.100.121.44'],
  ['10.100.0.0/16', 1, '10.100.0.2'],
  ['10.100.0.0', 254, '10.100.1.1'],
  ['10.100.0.0/16', 65_023, '10.100.255.254'],
  ['10.100.0.0/16', 65_024, undefined],
  ['10.100.0.0/16', 0, undefined],
  ['10.300.0.0/16', 1, undefined],
  ['', 1, undefined],
])('wireguardAddress(%j, %d) is %j', (net, port, address) => {
  expect(wireguardAddress(net, port)).toBe(address)
})

test('no two ports share an address', () => {
  const ports = Array.from({ length: 65_023 }, (_, index) => index + 1)
  const addresses = new Set(ports.map((port) => wireguardAddress('10.100.0.0/16', port)))
  expect(addresses.size).toBe(ports.length)
})

const access = {
  net: '10.100.0.0/16',
  port: 50_000,
  privateKey: 'private=',
  publicKey: 'public=',
  host: 'a.example',
  wgPort: 51_820,
}

test('wireguardConfig sets up a client', () => {
  expect(wireguardConfig(access)?.split('\n')).toEqual([
    '[Interface]',
    'Address = 10.100.196.217/32',
    'PrivateKey = private=',
    'DNS = 8.8.8.8',
    '',
    '[Peer]',
    'PublicKey = public=',
    'Endpoint = a.example:51820',
    'AllowedIPs = 0.0.0.0/0',
    '',
  ])
})

test('wireguardConfig follows the DNS and IPv6 of the server', () => {
  const config = wireguardConfig({ ...access, host: '2001:db8::1', dns: '192.0.2.53', ipv6: true })
  expect(config).toContain('DNS = 192.0.2.53\n')
  expect(config).toContain('Endpoint = [2001:db8::1]:51820\n')
  expect(config).toContain('AllowedIPs = 0.0.0.0/0, ::/0\n')
})

test('wireguardConfig is none without an address', () => {
  expect(wireguardConfig({ ...access, port: 65_100 })).toBeUndefined()
})
