/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/shadowsocks.ts'
import {
  aDevice,
  anAccount,
  aSiteIn,
  aStage,
  aTunnel,
  connect,
  download,
  get,
  hasTunnels,
  type Network,
  untilExact,
} from '../../support/tunnels.ts'

describe.skipIf(!hasTunnels)('WireGuard for real', () => {
  test('fetches a page through both families, and charges what moved', async () => {
    const { engine, places, server } = await aStage()
    const [home] = places as [Network]
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    expect(await engine.link.change([account], [])).toEqual([{ key: account.key, state: 'open' }])
    connect(home, device, server, '9.9.2.1')
    expect(get(home, 'http://9.9.1.2/1000000')).toMatch(/^from: ::ffff:9.9.1.1/m)
    expect(get(home, 'http://[2620:9:9:1::2]/1000000')).toMatch(/^from: 2620:9:9:1::1/m)
    expect(home.run('curl', '-s', '-T', '/usr/bin/curl', 'http://9.9.1.2/').stdout).toBe('taken')
    await eventually(() => engine.sumOf(account.key) >= 2_000_000)
    await untilExact(engine, account.key)
    expect(engine.sums.get(`${account.key}:0`)).toEqual(engine.sums.get(account.key))
    expect(await engine.link.clients(account.key)).toEqual(['9.9.2.2'])
    const [sight] = await engine.link.peers(account.key)
    expect(sight).toMatchObject({
      deviceId: 0,
      endpoint: expect.stringMatching(/^9\.9\.2\.2:\d+$/),
    })
    expect(Date.now() - (sight?.handshakeAt ?? 0)).toBeLessThan(30_000)
    const { up, down } = engine.sums.get(account.key)!
    console.log(`2,000,000 bytes of pages were charged as ${down} down and ${up} up`)
  }, 90_000)

  test('sends a routed IPv6 network out as it is, and lets nobody in', async () => {
    const { engine, out, places } = await aStage()
    const [home] = places as [Network]
    const server = aTunnel({ net6: '2620:9:9:77::/64' })
    const { privateKey, peer } = aDevice(30)
    const device = { privateKey, peer: { ...peer, addresses: ['10.100.0.30', '2620:9:9:77::1e'] } }
    out.run('ip', '-6', 'route', 'add', '2620:9:9:77::/64', 'via', '2620:9:9:1::1')
    await engine.link.change([anAccount(server.tunnel, 5, [device.peer])], [])
    connect(home, device, server, '9.9.2.1')
    await aSiteIn(home, 80)
    expect(get(home, 'http://[2620:9:9:1::2]/1')).toMatch(/^from: 2620:9:9:77::1e/m)
    expect(get(home, 'http://9.9.1.2/1')).toMatch(/^from: ::ffff:9.9.1.1/m)
    expect(get(out, 'http://[2620:9:9:77::1e]/1', 2)).toBe('')
  }, 60_000)

  test('two devices of an account share its budget, and another account continues', async () => {
    const { engine, places, server } = await aStage(3)
    const [one, two, other] = places as [Network, Network, Network]
    const [phone, laptop, stranger] = [aDevice(30), aDevice(31, 7), aDevice(32)]
    const shared = anAccount(server.tunnel, 5, [phone.peer, laptop.peer])
    const free = anAccount(server.tunnel, 6, [stranger.peer])
    const terms = { ...shared, budget: 12_000_000, lowAt: 6_000_000 }
    await engine.link.change([terms, free], [])
    connect(one, phone, server, '9.9.2.1')
    connect(two, laptop, server, '9.9.3.1')
    connect(other, stranger, server, '9.9.4.1')
    get(one, 'http://9.9.1.2/4000000')
    await eventually(() => engine.sumOf(shared.key) > 4_000_000)
    expect(engine.states).toEqual([])
    get(two, 'http://9.9.1.2/3000000')
    await eventually(() => engine.low.includes(shared.key))
    await eventually(() => engine.sumOf(`${shared.key}:7`) > 3_000_000)
    get(two, 'http://9.9.1.2/9000000', 3)
    await eventually(() => engine.states.length > 0)
    expect(engine.states).toMatchObject([{ key: shared.key, state: 'error', reason: 'over' }])
    expect(get(one, 'http://9.9.1.2/1', 2)).toBe('')
    expect(get(other, 'http://9.9.1.2/1')).toContain('200')
    const parts = engine.sumOf(`${shared.key}:0`) + engine.sumOf(`${shared.key}:7`)
    expect(engine.sumOf(shared.key)).toBe(parts)
  }, 60_000)

  test('cuts off at the quota within a second, and reopens with more', async () => {
    const { engine, places, server } = await aStage()
    const [home] = places as [Network]
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    const budget = 20_000_000
    await engine.link.change([{ ...account, budget }], [])
    connect(home, device, server, '9.9.2.1')
    const began = performance.now()
    const { got, stop } = download(home, 'http://9.9.1.2/4000000000')
    await eventually(() => engine.states.length > 0, 40_000)
    const rate = (got.bytes / (got.at - began)) * 1000
    const over = engine.sumOf(account.key) - budget
    await pause(1_500)
    const late = got.at - engine.states[0]!.at
    console.log(
      `cut off ${Math.round(late)} ms from the report, ${(over / 1e6).toFixed(2)} MB over at ${(rate / 1e6).toFixed(0)} MB/s, ` +
        `${Math.round((over / rate) * 1000)} ms after the quota`,
    )
    expect(over).toBeLessThan(rate)
    const before = engine.sumOf(account.key)
    await pause(1_500)
    // What the client still sends is dropped, and is not charged.
    expect(engine.sumOf(account.key)).toBe(before)
    const bytes = got.bytes
    await engine.link.change([{ ...account, budget: 1_000_000_000 }], [])
    const again = performance.now()
    await eventually(() => got.bytes > bytes)
    console.log(`resumed after ${Math.round(performance.now() - again)} ms`)
    stop()
    await engine.link.kill(account.key)
    const last = engine.sumOf(account.key)
    await pause(700)
    expect(engine.sumOf(account.key)).toBe(last)
  }, 60_000)

  test('shuts and opens again with nothing lost', async () => {
    const { engine, places, server } = await aStage()
    const [home] = places as [Network]
    const device = aDevice(30)
    const account = anAccount(server.tunnel, 5, [device.peer])
    await engine.link.change([account], [])
    connect(home, device, server, '9.9.2.1')
    get(home, 'http://9.9.1.2/3000000')
    // Whatever was not looked at yet is counted with it.
    await engine.link.change([], [account.key])
    const first = engine.sumOf(account.key)
    expect(first).toBeGreaterThan(3_000_000)
    // The device also counts what a blocked client still sends, and nobody is charged.
    const counted = engine
      .counted()
      .flat()
      .reduce((sum, bytes) => sum + (bytes || 0), 0)
    expect(counted - first).toBeGreaterThanOrEqual(0)
    expect(counted - first).toBeLessThan(20_000)
    expect(get(home, 'http://9.9.1.2/1', 2)).toBe('')
    await engine.link.change([account], [])
    const began = performance.now()
    expect(get(home, 'http://9.9.1.2/3000000')).toContain('200')
    console.log(`a page ${Math.round(performance.now() - began)} ms after opening again`)
    await eventually(() => engine.sumOf(account.key) > first + 3_000_000)
    expect((await engine.link.counters()).get(account.key)).toMatchObject(
      engine.sums.get(account.key)!,
    )
    const expired = { ...account, expireAt: Date.now() + 1_500 }
    await engine.link.change([expired], [])
    await eventually(() => engine.states.some((one) => 'reason' in one && one.reason === 'expired'))
    expect(get(home, 'http://9.9.1.2/1', 2)).toBe('')
  }, 60_000)

  test('reaches sites that receive no ICMP about the size of packets', async () => {
    const { engine, out, places } = await aStage()
    const [home] = places as [Network]
    const small = aTunnel({ mtu: 1_280 })
    const device = aDevice(30)
    await engine.link.change([anAccount(small.tunnel, 5, [device.peer])], [])
    out.run(
      'bash',
      '-c',
      `nft -f - <<< 'table inet deaf { chain in { type filter hook input priority 0;
        icmp type destination-unreachable drop; icmpv6 type packet-too-big drop; }; }'`,
    )
    // A client that was set up before the server's packets became smaller.
    connect(home, device, { ...small, tunnel: { ...small.tunnel, mtu: 1_420 } }, '9.9.2.1')
    expect(get(home, 'http://9.9.1.2/1000000', 5)).toContain('200')
    const [v4, v6] = ['9.9.1.2', '[2620:9:9:1::2]'].map((at) => {
      const words = ['-sg', '-m', '5', '-o', '/dev/null', '-w', '%{size_download}']
      return home.run('curl', ...words, `http://${at}/1000000`).stdout
    })
    expect([v4, v6]).toEqual(['1000000', '1000000'])
  }, 60_000)
})
