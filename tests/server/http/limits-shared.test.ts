import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { dropForwardedPorts, withoutPort } from '../../../server/http/forwarded.ts'
import { limitFor } from '../../../server/http/limits/limits.ts'
import { recordNetwork } from '../../../server/people/session/networks.ts'
import { makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

describe('a limit is ten times as wide', () => {
  test('at an address of this machine, loopback left out', async () => {
    const { world } = await makeWorld()
    // Other tests give this machine networks and take them away: those of its cards stay.
    const own = Object.entries(networkInterfaces())
      .filter(([name]) => /^(eth|en|wl)/.test(name))
      .flatMap(([, found]) => found ?? [])
      .filter(({ family }) => family === 'IPv4')
    for (const { address } of own) expect(await limitFor({ ...world, client: address }, 3)).toBe(30)
    for (const client of ['127.0.0.1', '::1', '192.0.2.1'])
      expect(await limitFor({ ...world, client }, 3)).toBe(3)
  })

  test('at the addresses of the site, of its nodes and of its servers', async () => {
    const { world, db } = await makeWorld({ env: { SITE: 'http://203.0.113.9:8080' } })
    const node = { publicKey: 'x', createTime: 0 }
    await db
      .insertInto('node')
      .values([
        { ...node, name: 'a', address: '2001:db8::7', state: 'active' },
        { ...node, publicKey: 'y', name: 'b', address: '203.0.113.11', state: 'revoked' },
      ])
      .execute()
    const server = { type: 'Shadowsocks', plane: 'embedded', port: 0, method: 'x' } as const
    await db
      .insertInto('server')
      .values({ ...server, name: 's', host: '203.0.113.10' })
      .execute()
    const most = (client: string) => limitFor({ ...world, client }, 3)
    expect(await most('203.0.113.9')).toBe(30)
    expect(await most('203.0.113.10')).toBe(30)
    expect(await most('2001:db8:0:0::/64')).toBe(30)
    expect(await most('203.0.113.11')).toBe(3)
    expect(await most('203.0.113.8')).toBe(3)
  })

  test('where five people have logged in within a month', async () => {
    const made = await makeWorld()
    const at = { ...made.world, client: '100.70.1.1' }
    for (let one = 0; one < 5; one++) {
      expect(await limitFor(at, 3)).toBe(3)
      await recordNetwork(at, (await made.person()).id)
    }
    expect(await limitFor(at, 3)).toBe(30)
    expect(await limitFor({ ...at, client: '100.70.1.2' }, 3)).toBe(3)
    made.clock.add(30 * DAY)
    expect(await limitFor(at, 3)).toBe(3)
  })
})

describe('an address that a proxy names', () => {
  test.each([
    ['203.0.113.6:40001', '203.0.113.6'],
    ['203.0.113.6', '203.0.113.6'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', 'unknown'],
    ['999.1.1.1:80', '999.1.1.1:80'],
    ['', ''],
  ])('%s is %s', (given, address) => expect(withoutPort(given)).toBe(address))

  test('is read without its port, each one of a row', () => {
    const headers = { 'x-forwarded-for': '203.0.113.6:40001, [2001:db8::1]:443' }
    dropForwardedPorts(headers)
    expect(headers).toEqual({ 'x-forwarded-for': '203.0.113.6, 2001:db8::1' })
    const none = {}
    dropForwardedPorts(none)
    expect(none).toEqual({})
  })

  test('is one client on each of its connections', async () => {
    const { app } = await makeWorld({ env: { TRUSTED_PROXIES: '192.0.2.0/24' } })
    const words: string[] = []
    for (let time = 0; time < 101; time++) {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/home/login',
        remoteAddress: '192.0.2.1',
        // A second proxy of ours writes its own one with a port.
        headers: { 'x-forwarded-for': `203.0.113.6:${40_000 + time}, 192.0.2.7:${time + 1}` },
        payload: { email: `who${time}@example.com`, password: 'x' },
      })
      words.push(reply.payload)
    }
    expect(words.filter((word) => word === 'user not exists')).toHaveLength(100)
    expect(words.at(-1)).toBe('password retry out of limit')
  })
})
