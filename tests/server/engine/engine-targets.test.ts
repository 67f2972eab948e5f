import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openOwn } from '../../../server/network/targets.ts'
import { openTargets } from '../../../server/network/targets.ts'

const refused = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['unspecified', '0.0.0.0', '::'],
  ['private', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['link-local', '169.254.169.254', 'fe80::1', 'febf::1%eth0'],
  ['unique-local', 'fc00::1', 'fdff::1'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['translated', '::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '::ffff:0:a00:1'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1', '::127.0.0.1'],
  ['6to4', '2002:7f00:1::', '2002:c0a8:101::1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
]
const open = [
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '2002:808:808::1',
  '64:ff9b::8.8.8.8',
]

/**
 * Every block of the IANA's special-purpose address registries and of multicast, by its first and
 * last address; before and behind it what is open to everybody, if anything is.
 */
const blocks: [name: string, first: string, last: string, before?: string, behind?: string][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.0.0/29', '192.0.0.0', '192.0.0.7'],
  ['192.0.0.8 to 10', '192.0.0.8', '192.0.0.10'],
  ['192.0.0.170 and 171', '192.0.0.170', '192.0.0.171'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['::/128 and ::1/128', '::', '::1'],
  ['::/96, compatible', '::', '::ffff:ffff'],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', undefined, '64:ff9b:2::'],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff', 'ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64', '100:0:0:1::', '100::1:ffff:ffff:ffff:ffff', undefined, '100:0:0:2::'],
  [
    '2001::/23',
    '2001::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  ['2001::/32, Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::1 to 3', '2001:1::1', '2001:1::3'],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::/32', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::/48', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::/28', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  [
    '2001:db8::/32',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  [
    '2620:4f:8000::/48',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8001::',
  ],
  [
    '3fff::/20',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:1000::',
  ],
  [
    '5f00::/16',
    '5f00::',
    '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '5f01::',
  ],
  [
    'fc00::/7',
    'fc00::',
    'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'fe00::',
  ],
  [
    'fe80::/10 and fec0::/10',
    'fe80::',
    'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  // These bear an IPv4 address, which is what decides.
  ['::ffff:0:0/96', '::ffff:0.0.0.0', '::ffff:255.255.255.255', undefined, '::ffff:1.0.0.0'],
  [
    '::ffff:0:0:0/96',
    '::ffff:0:0.0.0.0',
    '::ffff:0:255.255.255.255',
    undefined,
    '::ffff:0:8.8.8.8',
  ],
  ['64:ff9b::/96', '64:ff9b::10.0.0.0', '64:ff9b::10.255.255.255', '64:ff9b::9.9.9.9'],
  ['2002::/16', '2002:a00::', '2002:aff:ffff:ffff:ffff:ffff:ffff:ffff', '2002:909:909::'],
]

/** The addresses of an interface, as the system reports them. */
function anInterface(...addresses: string[]) {
  const rest = { netmask: '', mac: '', internal: false, cidr: null }
  return addresses.map((address) =>
    address.includes(':')
      ? { ...rest, address, family: 'IPv6' as const, scopeid: 0 }
      : { ...rest, address, family: 'IPv4' as const },
  )
}

describe('targets', () => {
  const targets = openTargets()

  test.each(refused)('refuses %s addresses', (...row) => {
    for (const address of row.slice(1)) {
      expect([address, targets.allows(address, 443)]).toEqual([address, false])
      expect([address, targets.find(address, 443, '')]).toEqual([address, undefined])
    }
  })

  test.each(blocks)(
    'are closed from the first to the last of %s',
    (_, first, last, before, behind) => {
      const closed = [first, last].map((address) => [address, targets.allows(address, 443)])
      expect(closed).toEqual([first, last].map((address) => [address, false]))
      for (const address of [before, behind])
        if (address) expect([address, targets.allows(address, 443)]).toEqual([address, true])
    },
  )

  test.each(open)('lets customers reach %s', (address) => {
    expect(targets.allows(address, 443)).toBe(true)
  })

  test('connects to the address that was checked', () => {
    const find = (host: string) => targets.find(host, 443, '')
    expect(find('8.8.8.8')).toEqual({ address: '8.8.8.8', family: 4 })
    expect(find('::ffff:8.8.8.8')).toEqual({ address: '8.8.8.8', family: 4 })
    expect(find('2606:4700::1111')).toEqual({ address: '2606:4700::1111', family: 6 })
  })

  test('refuses a name of this machine, and takes the first of its addresses that is none', async () => {
    const lookup = async (name: string) =>
      name === 'mixed.test' ? ['10.0.0.1', '::1', '2606:4700::1111'] : ['127.0.0.1', '::1']
    const some = openTargets({ lookup })
    expect(await targets.find('LOCALHOST', 443, '')).toBeUndefined()
    expect(await some.find('home.test', 443, '')).toBeUndefined()
    expect(await some.find('mixed.test', 443, '')).toEqual({
      address: '2606:4700::1111',
      family: 6,
    })
  })

  test('lets through what is listed as allowed, and only that', async () => {
    const some = openTargets({ allow: ['127.0.0.0/8', 'fd00::/8'] })
    expect(await some.find('localhost', 80, '')).toEqual({ address: '127.0.0.1', family: 4 })
    expect(some.allows('fd12::1', 80)).toBe(true)
    expect(some.allows('::ffff:127.0.0.1', 80)).toBe(true)
    expect(some.allows('10.0.0.1', 80)).toBe(false)
  })

  test('refuses a closed port of every address, but of those listed as allowed', async () => {
    const lookup = async () => ['8.8.8.8']
    const some = openTargets({ allow: ['10.0.0.0/8'], closedPorts: [25], lookup })
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111']) {
      const found = [24, 25, 26].map((port) => some.allows(address, port))
      expect([address, found]).toEqual([address, [true, false, true]])
    }
    expect(await some.find('mail.example.com', 25, '')).toBeUndefined()
    expect(some.whyNot('mail.example.com')).toBe('refused')
    expect(await some.find('mail.example.com', 587, '')).toMatchObject({ address: '8.8.8.8' })
    expect(some.allows('10.0.0.1', 25)).toBe(true)
    expect(openTargets().allows('8.8.8.8', 25)).toBe(true)
  })

  test('takes what is listed without a length for one address', () => {
    const some = openTargets({ allow: ['127.0.0.1', 'fd00::1'] })
    const found = ['127.0.0.1', '127.0.0.2', 'fd00::1', 'fd00::2'].map((one) =>
      some.allows(one, 80),
    )
    expect(found).toEqual([true, false, true, false])
  })
})

describe('addresses of this machine', () => {
  const interfaces = { eth0: anInterface('10.0.0.2', '8.8.4.4', '2606:4700::7'), lo: undefined }
  const own = openOwn(() => interfaces)

  test.each([
    '8.8.4.4',
    '::ffff:8.8.4.4',
    '2606:4700::7',
    '2606:4700:0:0:0:0:0:7',
    '2002:808:404::1',
  ])('refuses %s, but for the port of the console', (address) => {
    const targets = openTargets({ own, sitePort: 443 })
    expect(targets.allows(address, 22)).toBe(false)
    expect(targets.find(address, 5432, '')).toBeUndefined()
    expect(targets.allows(address, 443)).toBe(true)
    expect(targets.find(address, 443, '')).toBeDefined()
    // Nothing of this machine is a push service.
    expect(openTargets({ own }).allows(address, 443)).toBe(false)
    expect(openTargets({ own: () => false }).allows(address, 22)).toBe(true)
  })

  test('are refused by name as well, at each port again', async () => {
    const targets = openTargets({ own, sitePort: 443, lookup: async () => ['8.8.4.4'] })
    expect(await targets.find('vpn.test', 22, '')).toBeUndefined()
    expect(targets.find('vpn.test', 443, '')).toEqual({ address: '8.8.4.4', family: 4 })
    expect(targets.find('vpn.test', 22, '')).toBeUndefined()
  })

  test('are not all open at that port: private ones stay closed', () => {
    const targets = openTargets({ own, sitePort: 443 })
    expect(targets.allows('10.0.0.2', 443)).toBe(false)
    expect(targets.allows('127.0.0.1', 443)).toBe(false)
  })

  test('are open where the settings say so', () => {
    const targets = openTargets({ own, allow: ['8.8.4.4/32'] })
    expect(targets.allows('8.8.4.4', 22)).toBe(true)
    expect(targets.allows('2606:4700::7', 22)).toBe(false)
  })

  test('are read again after a minute', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let reads = 0
    let address = '8.8.4.4'
    const changing = openOwn(() => {
      reads += 1
      if (address === '') throw new Error('not permitted')
      return { eth0: anInterface(address) }
    })
    for (let times = 0; times < 100; times += 1) expect(changing('8.8.4.4')).toBe(true)
    expect(reads).toBe(1)
    address = '9.9.9.9'
    vi.advanceTimersByTime(60_000)
    expect([changing('8.8.4.4'), changing('9.9.9.9')]).toEqual([false, true])
    // What was known stays known while the system reveals nothing.
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    address = ''
    vi.advanceTimersByTime(60_000)
    expect(changing('9.9.9.9')).toBe(true)
    expect(logged).toHaveBeenCalledTimes(1)
  })
})
