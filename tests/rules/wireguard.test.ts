import {
  parseDns,
  wireguardAddress,
  wireguardConfig,
  wireguardFileName,
  wireguardTunnel,
} from '#rules/wireguard.ts'
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

const key = 'fYOaOoGyB1YUZ8Tq0nXxH6cWbC1b3vK5uH0p2S6Q20Q='
const server = { host: '192.0.2.1:a.example', net: '10.100.0.0/16', key, wgPort: 51_820 }
const account = { port: 50_000, privateKey: 'private=' }

test('wireguardTunnel knows where to connect', () => {
  const tunnel = wireguardTunnel(account, server)
  expect(tunnel).toMatchObject({ state: 'ready', address: '10.100.196.217' })
  expect(tunnel).toMatchObject({ endpoint: 'a.example:51820', access: { publicKey: key } })
})

test.each([
  ['noAddress', { ...account, port: 65_024 }, server],
  ['noKeys', { ...account, privateKey: '' }, server],
  ['noServer', account, { ...server, key: null }],
  ['noServer', account, { ...server, net: '10.300.0.0' }],
  ['noServer', account, { ...server, wgPort: null }],
])('wireguardTunnel says %s', (state, someAccount, someServer) => {
  expect(wireguardTunnel(someAccount, someServer)).toEqual({ state })
})

test.each([
  [{ id: 3, name: 'Tokyo' }, { port: 50_000 }, 'Tokyo-3-50000.conf'],
  [{ id: 12, name: 'Frankfurt am Main' }, { port: 65_023 }, 'Frankf-12-65023.conf'],
  [{ id: 1, name: '东京' }, { port: 1 }, 'wg-1-1.conf'],
  [{ id: 1, name: '-a' }, { port: 1 }, 'a-1-1.conf'],
  [{ id: 1, name: 'Tokyo' }, { device: 1 }, 'Tokyo-1-d1.conf'],
  [{ id: 99_999, name: 'Tokyo' }, { device: 99_999 }, 'To-99999-d99999.conf'],
  [{ id: 100_000, name: 'Tokyo' }, { port: 65_023 }, 'Tok-x255s-65023.conf'],
  [{ id: 60_000_000, name: 'Tokyo' }, { device: 60_000_000 }, 'xzq0ao-dxzq0ao.conf'],
])('wireguardFileName(%j, %j) is %j', (server, owner, file) => {
  expect(wireguardFileName(server, owner)).toBe(file)
})

test('no two files of WireGuard have one name, and phones take each as the name of a tunnel', () => {
  const names = ['Тест', '用户', 'Frankfurt 1', 'Frankfurt 2', '', '- -', 'a.b/c', '🇭🇰']
  const servers = names.map((name, at) => ({ id: at + 1, name }))
  const owners = [{ port: 1 }, { port: 12 }, { port: 65_023 }, { device: 1 }, { device: 12 }]
  const files = servers.flatMap((server) => owners.map((owner) => wireguardFileName(server, owner)))
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length)
  for (const file of files) expect(file).toMatch(/^[a-zA-Z0-9_=+.][a-zA-Z0-9_=+.-]{0,14}\.conf$/)
})

test.each([
  ['1.1.1.1', '1.1.1.1'],
  [' 1.1.1.1，2606:4700::1111 ', '1.1.1.1, 2606:4700::1111'],
  ['', undefined],
  ['1.1.1.300', undefined],
  ['dns.example', undefined],
  ['1.1.1.1\nPostUp = sh', undefined],
])('parseDns(%j) is %j', (text, dns) => {
  expect(parseDns(text)).toBe(dns)
})

test.each([
  ['10.100.0.0/16x', undefined],
  ['x10.100.0.0/16', undefined],
  ['10.100.0.0/', undefined],
  ['10.100.10.123/24', '10.100.0.2'],
  ['10.255.0.0/16', '10.255.0.2'],
  ['255.0.0.0', '255.0.0.2'],
  ['10.256.0.0', undefined],
  ['256.10.0.0', undefined],
  ['10.1000.0.0', undefined],
  ['10.100.0', undefined],
])('of the network %j the first address is %j', (net, address) => {
  expect(wireguardAddress(net, 1)).toBe(address)
})

test('a server without a network is none to connect to', () => {
  expect(wireguardTunnel(account, { ...server, net: null })).toEqual({ state: 'noServer' })
})

test.each([
  ['1.1.1.1 8.8.8.8', '1.1.1.1, 8.8.8.8'],
  ['1.1.1.1,  ,8.8.8.8、9.9.9.9;', '1.1.1.1, 8.8.8.8, 9.9.9.9'],
  ['255.255.255.255', '255.255.255.255'],
  ['1.1.1.256', undefined],
  ['123.45.67.89', '123.45.67.89'],
  ['x1.1.1.1', undefined],
  ['1.1.1.1x', undefined],
  ['1.1.1', undefined],
  ['1.1.1.1.1', undefined],
  ['::1', '::1'],
  ['::g', undefined],
  ['a:b:c', undefined],
  ['abcd', undefined],
])('the name servers %j are %j', (text, dns) => {
  expect(parseDns(text)).toBe(dns)
})
