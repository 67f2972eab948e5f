import { describe, expect, test } from 'vitest'
import { clientOf, isLoopback, openOwnClients } from '../../../server/network/client.ts'

describe('one client', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:102:304', '1.2.3.4'],
    ['::1', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['::2', '0:0:0:0::/64'],
    ['::ffff:0:1.2.3.4', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff::2', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0001::2', '2001:db8:0:1::/64'],
    ['', ''],
  ])('is, of %s, %s', (address, client) => expect(clientOf(address)).toBe(client))

  test('is this machine by any of its loopback addresses', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true])
    expect(['128.0.0.1', '1270.x', '0:0:0:0::/64'].map(isLoopback)).toEqual([false, false, false])
  })

  test('is this machine by its own public address, from which its customers connect', () => {
    const found = (...addresses: string[]) => ({
      eth0: addresses.map((address) => ({
        family: 'IPv4' as const,
        address,
        netmask: '',
        mac: '',
        cidr: null,
        internal: false,
      })),
    })
    const isOwn = openOwnClients(() => found('127.0.0.1', '203.0.113.5', 'fe80::1', '2001:db8::5'))
    const seen = [
      '203.0.113.5',
      '203.0.113.6',
      '127.0.0.1',
      clientOf('2001:db8::9'),
      clientOf('fe80::2'),
    ]
    expect(seen.map((client) => isOwn(client))).toEqual([true, false, false, true, false])
    const forbidden = openOwnClients(() => {
      throw new Error('EACCES')
    })
    expect(forbidden('203.0.113.5')).toBe(false)
  })
})
