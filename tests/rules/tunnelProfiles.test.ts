import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { mihomoFile, singboxFile } from '#rules/tunnelProfiles.ts'

const KEY = `${'A'.repeat(43)}=`
const ENTRY = {
  name: 'Tōkyō: "01"',
  host: '2001:db8::1',
  port: 51_820,
  addresses: ['10.101.0.2', 'fd10:100::2:1'],
  privateKey: KEY,
  publicKey: KEY.replace('A', 'B'),
  presharedKey: KEY.replace('A', 'C'),
  mtu: 1280,
}
const PLAIN = { ...ENTRY, addresses: ['10.100.0.2'], presharedKey: undefined, mtu: undefined }

describe('the profile of one device', () => {
  test('is one that sing-box starts as it is', () => {
    const { endpoints, outbounds, route, dns } = JSON.parse(singboxFile([ENTRY, PLAIN]))
    const names = [ENTRY.name, `${ENTRY.name} 2`]
    expect(endpoints).toEqual([
      {
        type: 'wireguard',
        tag: names[0],
        mtu: 1280,
        address: ['10.101.0.2/32', 'fd10:100::2:1/128'],
        private_key: KEY,
        peers: [
          {
            address: '2001:db8::1',
            port: 51_820,
            public_key: ENTRY.publicKey,
            pre_shared_key: ENTRY.presharedKey,
            allowed_ips: ['0.0.0.0/0', '::/0'],
          },
        ],
      },
      {
        type: 'wireguard',
        tag: names[1],
        address: ['10.100.0.2/32'],
        private_key: KEY,
        peers: [expect.objectContaining({ allowed_ips: ['0.0.0.0/0'] })],
      },
    ])
    expect(outbounds[0]).toMatchObject({
      type: 'selector',
      outbounds: ['Auto', ...names, 'direct'],
    })
    expect(outbounds[1]).toMatchObject({ type: 'urltest', outbounds: names })
    expect(route).toMatchObject({ final: 'Proxy', default_domain_resolver: 'local' })
    expect(dns.final).toBe('remote')
  })

  test('is YAML that mihomo reads', () => {
    const { proxies, rules, 'proxy-groups': groups } = parse(mihomoFile([ENTRY, PLAIN]))
    expect(proxies).toEqual([
      {
        name: ENTRY.name,
        type: 'wireguard',
        server: '2001:db8::1',
        port: 51_820,
        ip: '10.101.0.2',
        ipv6: 'fd10:100::2:1',
        'private-key': KEY,
        'public-key': ENTRY.publicKey,
        'pre-shared-key': ENTRY.presharedKey,
        'allowed-ips': ['0.0.0.0/0', '::/0'],
        mtu: 1280,
        udp: true,
      },
      expect.objectContaining({ name: `${ENTRY.name} 2`, 'allowed-ips': ['0.0.0.0/0'] }),
    ])
    expect(groups).toMatchObject([
      { name: 'Proxy', proxies: ['Auto', ENTRY.name, `${ENTRY.name} 2`, 'DIRECT'] },
      { name: 'Auto', type: 'url-test' },
    ])
    expect(rules.at(-1)).toBe('MATCH,Proxy')
  })
})
