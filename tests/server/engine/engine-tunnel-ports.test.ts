import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newCounter } from '../../../server/engine/ports/counter.ts'
import { setConsoleNow } from '../../../server/engine/protocol/clock.ts'
import { MACHINE_LEASE_MS } from '../../../server/engine/protocol/machineLease.ts'
import { newEntry, type PeerEntry } from '../../../server/engine/wireguard/peerTable.ts'
import { anOrder, isOpen, NOW, passed, peer, somePorts, tunnel } from '../../support/tunnelPorts.ts'

const refused = (key: string, reason: string) => ({ key, state: 'error', reason })

describe('the accounts of WireGuard servers', () => {
  test('are opened with their devices, in the sequence of their orders', async () => {
    const { change, asked, has, orders, given } = somePorts()
    const [one, two] = [anOrder('1:1'), anOrder('1:2', { until: 5 })]
    expect(await change([two, one])).toEqual([isOpen('1:2'), isOpen('1:1')])
    expect(asked).toEqual([
      [
        'activate',
        [
          { key: '1:2', tunnel, peers: [peer] },
          { key: '1:1', tunnel, peers: [peer] },
        ],
      ],
    ])
    expect([has('1:1'), has('1:3'), orders()]).toEqual([true, false, [two, one]])
    const passed = { allow: ['10.0.0.0/8'], sitePort: 443, closedPorts: [25, 465] }
    expect(given).toMatchObject({ dir: '/a/folder', ...passed })
    const { peers: _, ...bare } = anOrder('1:3')
    await change([bare])
    expect(asked.at(-1)).toEqual(['activate', [{ key: '1:3', tunnel, peers: [] }]])
  })

  test('are refused where their order is none, is used up or has expired, and shut out', async () => {
    const { change, asked, counters, open } = somePorts()
    await change([anOrder('1:4')])
    counters.set('1:2', { ...newCounter('1:2'), up: 2, down: 3 })
    const { tunnel: _, ...bare } = anOrder('1:1')
    const orders = [
      bare,
      anOrder('1:2', { until: 5 }),
      anOrder('1:3', { expireAt: NOW }),
      anOrder('1:4', { until: 0 }),
      anOrder('1:5', { expireAt: NOW + 1, until: 1 }),
    ]
    asked.length = 0
    expect(await change(orders)).toEqual([
      refused('1:1', 'tunnel not valid'),
      refused('1:2', 'over'),
      refused('1:3', 'expired'),
      refused('1:4', 'over'),
      isOpen('1:5'),
    ])
    expect(asked[0]).toEqual(['suspend', '1:1', '1:2', '1:3', '1:4'])
    expect(open()).toEqual(['1:5'])
    expect(await change([anOrder('1:2', { until: 6 })])).toEqual([isOpen('1:2')])
  })

  test('are not open where their interface refuses them, or their budget ends meanwhile', async () => {
    const { change, state, given, open, ended } = somePorts([['1:1', 'range in use' as never]])
    state.meanwhile = () => given.charge([passed('1:2', 3, 2)])
    const orders = [anOrder('1:1'), anOrder('1:2', { until: 5 }), anOrder('1:3')]
    expect(await change(orders)).toEqual([
      refused('1:1', 'range in use'),
      refused('1:2', 'over'),
      isOpen('1:3'),
    ])
    expect([open(), ended]).toEqual([['1:3'], [['1:2', 'over']]])
  })

  test('are charged by account and by device, and written down at once', async () => {
    const { change, given, sums, said, counters } = somePorts()
    await change([anOrder('1:1')])
    given.charge([passed('1:1', 3, 4, '203.0.113.5'), passed('2:1', 1, 0)])
    expect(sums()).toEqual([
      ['1:1', 3, 4],
      ['1:1:7', 3, 4],
      ['2:1', 1, 0],
      ['2:1:7', 1, 0],
    ])
    expect(said.charged).toBe(1)
    const clients = (key: string) => [...(counters.get(key)?.clients.keys() ?? [])]
    expect([clients('1:1'), clients('1:1:7')]).toEqual([['203.0.113.5'], ['203.0.113.5']])
  })

  test('ask once for more where little is left, and end with the last byte', async () => {
    const { change, given, low, ended, asked, attempts, open } = somePorts()
    const order = anOrder('1:1', { until: 10, low: 6 })
    await change([order])
    expect([given.left('1:1'), given.left('9:9')]).toEqual([10, Infinity])
    given.charge([passed('1:1', 5, 0, '203.0.113.5')])
    expect([low, given.left('1:1')]).toEqual([[], 5])
    given.charge([passed('1:1', 1, 0)])
    given.charge([passed('1:1', 0, 1)])
    expect(low).toEqual(['1:1'])
    // It was given the same once more, and may ask again.
    await change([order])
    given.charge([passed('1:1', 0, 1, '203.0.113.9')])
    expect([low, ended]).toEqual([['1:1', '1:1'], []])
    asked.length = 0
    given.charge([passed('1:1', 1, 0), passed('1:1', 1, 0)])
    expect([ended, open(), asked]).toEqual([[['1:1', 'over']], [], [['suspend', '1:1']]])
    // The address that was seen last is whom it happened to.
    expect(attempts.read('1:1', 0)).toMatchObject([{ reason: 'over', address: '203.0.113.9' }])
    given.charge([passed('1:1', 1, 0)])
    expect(ended).toHaveLength(1)
  })

  test('without a border ask for nothing, and one that nobody saw ends without a name', async () => {
    const { change, given, low, ended, attempts } = somePorts()
    await change([anOrder('1:1'), anOrder('1:2', { until: 5 })])
    given.charge([passed('1:1', 1e12, 0), passed('1:2', 4, 0)])
    expect([low, ended]).toEqual([[], []])
    given.charge([passed('1:2', 0, 1)])
    expect([ended, attempts.read('1:2', 0)]).toEqual([[['1:2', 'over']], []])
  })

  test('end at their time, or without a console, and say why', async () => {
    const { change, expire, open, ended } = somePorts()
    await change([
      anOrder('1:1', { expireAt: NOW + 5 }),
      anOrder('1:2', { leaseMs: 10 }),
      anOrder('1:3'),
    ])
    vi.setSystemTime(NOW + 4)
    expire(9)
    expect([open(), ended]).toEqual([['1:1', '1:2', '1:3'], []])
    vi.setSystemTime(NOW + 5)
    expire(10)
    expect(ended).toEqual([
      ['1:1', 'expired'],
      ['1:2', 'lease over'],
    ])
    expire(MACHINE_LEASE_MS)
    expect([open(), ended.at(-1)]).toEqual([[], ['1:3', 'lease over']])
  })

  test('are shut out even where the interface is away, and nobody is asked for none', async () => {
    const { change, kill, asked, state, open } = somePorts()
    await change([anOrder('1:1'), anOrder('1:2')])
    asked.length = 0
    await kill([])
    expect(asked).toEqual([])
    state.isAway = true
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => said.mockRestore())
    await kill(['1:1', '9:9'])
    expect([open(), asked]).toEqual([['1:2'], [['suspend', '1:1', '9:9']]])
    expect(said).toHaveBeenCalledWith('engine: wireguard:', expect.any(Error))
  })

  test('are lost with their interface, and forgotten where another process has it', async () => {
    const { change, given, open, ended } = somePorts()
    await change([anOrder('1:1'), anOrder('1:2'), anOrder('1:3')])
    given.lost(['1:1', '1:3', '9:9'], 'interface in use')
    expect(ended).toEqual([
      ['1:1', 'interface in use'],
      ['1:3', 'interface in use'],
    ])
    expect(open()).toEqual(['1:2'])
    given.handedOver()
    expect([open(), ended.length]).toEqual([[], 2])
  })

  test('are named with their devices: when they were last there, by the console’s clock', async () => {
    const { peers, state, asked } = somePorts()
    setConsoleNow(5_000)
    const device = (deviceId: number, changes: Partial<PeerEntry> = {}): PeerEntry => ({
      ...newEntry('1:1', { deviceId, publicKey: `${deviceId}`, addresses: [] }),
      rx: 3,
      tx: 4,
      ...changes,
    })
    const endpoint = '203.0.113.5:4000'
    const handshakeAt = performance.now() - 70
    state.devices = [device(1), device(2, { endpoint, handshake: 9, handshakeAt })]
    expect(await peers('1:1')).toStrictEqual([
      { deviceId: 1, up: 3, down: 4 },
      { deviceId: 2, endpoint, handshakeAt: 4_930, up: 3, down: 4 },
    ])
    expect(asked).toEqual([['devices', '1:1']])
  })

  test('are left as they are for the next process, or removed', async () => {
    const { leave, end, check, asked } = somePorts()
    await leave()
    await end()
    expect(asked).toEqual([['leave', { isOver: true }], ['end']])
    expect(await check({ listenPort: 1, net: '' })).toEqual({ state: 'ready', used: [] })
  })
})
