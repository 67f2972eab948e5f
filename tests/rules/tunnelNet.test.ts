import { describe, expect, test } from 'vitest'
import { clientAddress6, overlap, parseNet6, tunnelNet } from '#rules/tunnelNet.ts'
import { deviceAccess, deviceAddress, tunnelConfig, wireguardTunnel } from '#rules/wireguard.ts'

describe('the network of everybody on a server', () => {
  test.each([
    ['10.100.0.0/16', '10.100.0.0/15'],
    ['10.0.0.0/16', '10.0.0.0/15'],
    ['10.254.0.0/16', '10.254.0.0/15'],
    ['172.16.0.0/16', '172.16.0.0/15'],
    ['172.30.0.0/16', '172.30.0.0/15'],
    ['100.126.0.0/16', '100.126.0.0/15'],
    ['10.101.0.0/16', undefined],
    ['172.14.0.0/16', undefined],
    ['172.32.0.0/16', undefined],
    // The next network is a public one.
    ['192.168.0.0/16', undefined],
    ['100.128.0.0/16', undefined],
    ['8.8.0.0/16', undefined],
    ['10.100.0.0/24', undefined],
    ['10.100.1.0/16', undefined],
    ['10.100.0.0', undefined],
    ['10.300.0.0/16', undefined],
    ['', undefined],
  ])('of %j is %j', (net, whole) => expect(tunnelNet(net)).toBe(whole))

  test.each([
    [1, '10.101.0.2'],
    [253, '10.101.0.254'],
    [254, '10.101.1.1'],
    [65_023, '10.101.255.254'],
    [65_024, undefined],
    [0, undefined],
  ])('has device %d at %j', (number, address) =>
    expect(deviceAddress('10.100.0.0/16', number)).toBe(address),
  )

  test('has no device beyond the last network', () =>
    expect(deviceAddress('10.255.0.0/16', 1)).toBeUndefined())
})

describe('IPv6', () => {
  test.each([
    ['fd10:100::/64', 'fd10:100::/64'],
    [' FD10:0100:0:0::/64 ', 'fd10:100::/64'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6/64', '2001:db8:1:2::/64'],
    ['fd10:100::/48', undefined],
    ['fd10:100::', undefined],
    ['fd10::100::/64', undefined],
    ['fd10:zz::/64', undefined],
    ['10.100.0.0/64', undefined],
    ['::ffff:10.100.0.0/64', undefined],
    ['', undefined],
  ])('parseNet6(%j) is %j', (text, net) => expect(parseNet6(text)).toBe(net))

  test.each([
    ['account', 1, 'fd10:100::1:1'],
    ['account', 65_023, 'fd10:100::1:fdff'],
    ['device', 1, 'fd10:100::2:1'],
    ['device', 65_023, 'fd10:100::2:fdff'],
  ] as const)('gives the %s %d its address', (kind, number, address) =>
    expect(clientAddress6('fd10:100::/64', kind, number)).toBe(address),
  )

  test('gives a routed network all its four groups', () => {
    expect(clientAddress6('2001:db8:1:2::/64', 'device', 16)).toBe('2001:db8:1:2::2:10')
    expect(clientAddress6('::/64', 'account', 1)).toBe('::1:1')
    expect(clientAddress6('no network', 'account', 1)).toBeUndefined()
  })
})

test.each([
  ['10.100.0.0/15', '10.101.3.0/24', true],
  ['10.101.255.255', '10.100.0.0/15', true],
  ['10.102.0.0/16', '10.100.0.0/15', false],
  ['0.0.0.0/0', '10.100.0.0/15', true],
  ['10.100.0.0/15', '10.100.0.0/15', true],
  ['fd10::/64', '10.100.0.0/15', false],
  ['10.100.0.0/33', '10.100.0.0/15', false],
  ['10.100.0', '10.100.0.0/15', false],
  ['10.256.0.0/8', '10.0.0.0/8', false],
])('overlap(%j, %j) is %j', (one, other, is) => {
  expect(overlap(one, other)).toBe(is)
  expect(overlap(other, one)).toBe(is)
})

const server = {
  host: '192.0.2.1:a.example',
  net: '10.100.0.0/16',
  key: 'server=',
  wgPort: 51_820,
  net6: 'fd10:100::/64',
  dns: null,
  mtu: null,
}
const account = { port: 50_000, privateKey: 'private=' }

describe('a client of a server of ours', () => {
  test('has both addresses, and sends all into the tunnel', () => {
    const tunnel = wireguardTunnel(account, server)
    if (tunnel.state !== 'ready') throw new Error(tunnel.state)
    expect(tunnel.address6).toBe('fd10:100::1:c350')
    const { net: _net, net6: _net6, port: _port, ...access } = tunnel.access
    const addresses = [tunnel.address, tunnel.address6 ?? '']
    expect(tunnelConfig({ ...access, addresses }).split('\n')).toEqual([
      '[Interface]',
      'Address = 10.100.196.217/32, fd10:100::1:c350/128',
      'PrivateKey = private=',
      'DNS = 8.8.8.8',
      '',
      '[Peer]',
      'PublicKey = server=',
      'Endpoint = a.example:51820',
      'AllowedIPs = 0.0.0.0/0, ::/0',
      'PersistentKeepalive = 25',
      '',
    ])
  })

  test('follows its name servers and its size of packets', () => {
    const device = { privateKey: 'device=', presharedKey: 'shared=' }
    const place = { address: '10.101.0.2', address6: null }
    const at = { ...server, net6: null, dns: '1.1.1.1, 9.9.9.9', mtu: 1280 }
    expect(tunnelConfig(deviceAccess(device, place, at)!).split('\n')).toEqual([
      '[Interface]',
      'Address = 10.101.0.2/32',
      'PrivateKey = device=',
      'DNS = 1.1.1.1, 9.9.9.9',
      'MTU = 1280',
      '',
      '[Peer]',
      'PublicKey = server=',
      'PresharedKey = shared=',
      'Endpoint = a.example:51820',
      // Without IPv6 in the tunnel it ends there, and does not go past it.
      'AllowedIPs = 0.0.0.0/0, ::/0',
      'PersistentKeepalive = 25',
      '',
    ])
  })

  test('cannot be set up once its private key is forgotten, or while the server lacks something', () => {
    const place = { address: '10.101.0.2', address6: 'fd10:100::2:1' }
    const device = { privateKey: 'device=', presharedKey: null }
    expect(deviceAccess(device, place, server)?.addresses).toEqual(Object.values(place))
    expect(deviceAccess({ ...device, privateKey: null }, place, server)).toBeUndefined()
    expect(deviceAccess(device, place, { ...server, key: null })).toBeUndefined()
    expect(deviceAccess(device, place, { ...server, wgPort: null })).toBeUndefined()
  })
})
