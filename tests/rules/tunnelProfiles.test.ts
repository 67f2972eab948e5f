import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { withUniqueNames } from '#rules/entryNames.ts'
import { clashProfile, mihomoFile, singboxFile, singboxProfile } from '#rules/tunnelProfiles.ts'

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
    const { proxies, rules, dns, 'proxy-groups': groups } = parse(mihomoFile([ENTRY, PLAIN]))
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
    expect(dns.nameserver).toEqual(['https://1.1.1.1/dns-query#Proxy'])
  })
})

describe('a whole profile', () => {
  const [names, servers] = [['Notice', 'One'], ['One']]
  const of = { names, servers, endpoints: [{ tag: 'One' }], outbounds: [{ tag: 'Notice' }] }

  test('for sing-box', () => {
    expect(singboxProfile(of)).toEqual({
      log: { level: 'warn' },
      dns: {
        servers: [
          { type: 'https', tag: 'remote', server: '1.1.1.1', detour: 'Proxy' },
          { type: 'local', tag: 'local' },
        ],
        final: 'remote',
      },
      inbounds: [
        {
          type: 'tun',
          tag: 'tun',
          address: ['172.19.0.1/30'],
          auto_route: true,
          strict_route: true,
        },
        { type: 'mixed', tag: 'mixed', listen: '127.0.0.1', listen_port: 2080 },
      ],
      endpoints: [{ tag: 'One' }],
      outbounds: [
        { type: 'selector', tag: 'Proxy', outbounds: ['Auto', 'Notice', 'One', 'direct'] },
        {
          type: 'urltest',
          tag: 'Auto',
          outbounds: ['One'],
          url: 'https://www.gstatic.com/generate_204',
          interval: '10m',
        },
        { tag: 'Notice' },
        { type: 'direct', tag: 'direct' },
      ],
      route: {
        rules: [
          { action: 'sniff' },
          { protocol: 'dns', action: 'hijack-dns' },
          { ip_is_private: true, outbound: 'direct' },
        ],
        final: 'Proxy',
        auto_detect_interface: true,
        default_domain_resolver: 'local',
      },
    })
  })

  test('for sing-box before 1.12', () => {
    const { dns, route } = singboxProfile(of, { isOld: true })
    expect(dns).toEqual({
      servers: [
        { tag: 'remote', address: 'https://1.1.1.1/dns-query', detour: 'Proxy' },
        { tag: 'local', address: 'local', detour: 'direct' },
      ],
      rules: [{ outbound: 'any', server: 'local' }],
      final: 'remote',
    })
    expect(route).not.toHaveProperty('default_domain_resolver')
  })

  test('for Clash', () => {
    expect(clashProfile({ names, servers, proxies: [{ name: 'One' }] })).toEqual({
      'mixed-port': 7890,
      proxies: [{ name: 'One' }],
      'proxy-groups': [
        { name: 'Proxy', type: 'select', proxies: ['Auto', 'Notice', 'One', 'DIRECT'] },
        {
          name: 'Auto',
          type: 'url-test',
          url: 'http://www.gstatic.com/generate_204',
          interval: 3600,
          proxies: ['One'],
        },
      ],
      rules: [
        'IP-CIDR,10.0.0.0/8,DIRECT,no-resolve',
        'IP-CIDR,127.0.0.0/8,DIRECT,no-resolve',
        'IP-CIDR,172.16.0.0/12,DIRECT,no-resolve',
        'IP-CIDR,192.168.0.0/16,DIRECT,no-resolve',
        'MATCH,Proxy',
      ],
    })
  })

  test('has no group without members', () => {
    const none = { names: ['Notice'], servers: [] }
    const { outbounds } = singboxProfile({ ...none, endpoints: [], outbounds: [] })
    expect(outbounds).toEqual([
      { type: 'selector', tag: 'Proxy', outbounds: ['Notice', 'direct'] },
      { type: 'direct', tag: 'direct' },
    ])
    expect(clashProfile({ ...none, proxies: [] })['proxy-groups']).toEqual([
      { name: 'Proxy', type: 'select', proxies: ['Notice', 'DIRECT'] },
    ])
  })

  test.each(['REJECT', 'reject', 'PASS', 'Compatible', 'GLOBAL', 'REJECT-TINYGIF', 'CELLULAR'])(
    'has no server named %s, which means something else to a client',
    (name) => {
      const named = withUniqueNames([{ name }, { name: `${name} 2` }])
      expect(named.map((one) => one.name)).toEqual([`${name} 2`, `${name} 2 2`])
    },
  )

  test('has names that differ without regard to case, from those of the groups too', () => {
    const named = withUniqueNames(
      ['auto', 'One', 'ONE', 'one 2', 'Direct'].map((name) => ({ name })),
    )
    expect(named.map(({ name }) => name)).toEqual(['auto 2', 'One', 'ONE 2', 'one 2 2', 'Direct 2'])
  })
})
