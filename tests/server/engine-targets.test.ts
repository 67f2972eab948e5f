import { describe, expect, test } from 'vitest'
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

describe('targets', () => {
  const targets = openTargets([])

  test.each(refused)('refuses %s addresses', (...row) => {
    for (const address of row.slice(1)) {
      expect([address, targets.allows(address)]).toEqual([address, false])
      expect([address, targets.find(address)]).toEqual([address, undefined])
    }
  })

  test.each(open)('lets customers reach %s', (address) => {
    expect(targets.allows(address)).toBe(true)
  })

  test('connects to the address that was checked', () => {
    expect(targets.find('8.8.8.8')).toEqual({ address: '8.8.8.8', family: 4 })
    expect(targets.find('::ffff:8.8.8.8')).toEqual({ address: '8.8.8.8', family: 4 })
    expect(targets.find('2606:4700::1111')).toEqual({ address: '2606:4700::1111', family: 6 })
  })

  test('refuses a name of this machine, however it is written', async () => {
    for (const name of ['localhost', 'LOCALHOST', '127.1', '0x7f.1', '2130706433']) {
      expect(await targets.find(name)).toBeUndefined()
    }
  })

  test('lets through what is listed as allowed, and only that', async () => {
    const some = openTargets(['127.0.0.0/8', 'fd00::/8'])
    expect(await some.find('localhost')).toEqual({ address: '127.0.0.1', family: 4 })
    expect(some.allows('fd12::1')).toBe(true)
    expect(some.allows('::ffff:127.0.0.1')).toBe(true)
    expect(some.allows('10.0.0.1')).toBe(false)
  })

  test('remembers a name', async () => {
    const some = openTargets(['127.0.0.0/8'])
    const first = some.find('localhost')
    expect(first).toBeInstanceOf(Promise)
    await first
    expect(some.find('LocalHost')).toEqual({ address: '127.0.0.1', family: 4 })
  })
})
