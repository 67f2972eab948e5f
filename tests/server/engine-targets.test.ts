import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openOwn } from '../../server/engine/own.ts'
import { openTargets } from '../../server/engine/targets.ts'

const refused = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['unspecified', '0.0.0.0', '::'],
  ['private', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['link-local', '169.254.169.254', 'fe80::1', 'febf::1%eth0'],
  ['unique-local', 'fc00::1', 'fdff::1'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
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
  '2002:808:808::1',
  '64:ff9b::8.8.8.8',
]

/** The addresses of an interface, as the system tells them. */
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

  test('are refused by name as well, at each port anew', async () => {
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

  test('are read anew after a minute', () => {
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
    // What was known stays known while the system tells nothing.
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => told.mockRestore())
    address = ''
    vi.advanceTimersByTime(60_000)
    expect(changing('9.9.9.9')).toBe(true)
    expect(told).toHaveBeenCalledTimes(1)
  })
})
