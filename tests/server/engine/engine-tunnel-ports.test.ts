import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Peer, Tunnel } from '../../../server/engine/plane.ts'
import { openTargets } from '../../../server/network/targets.ts'
import { openReplays } from '../../../server/engine/cipher/replays.ts'
import { openAttempts } from '../../../server/engine/ports/attempts.ts'
import { type Counter, newCounter } from '../../../server/engine/ports/counter.ts'
import { openHandshakes } from '../../../server/engine/ports/handshakes.ts'
import { openTunnelPorts } from '../../../server/engine/ports/tunnelPorts.ts'
import { setConsoleNow } from '../../../server/engine/protocol/clock.ts'
import { defaultLimits } from '../../../server/engine/protocol/limits.ts'
import { MACHINE_LEASE_MS } from '../../../server/engine/protocol/machineLease.ts'
import type { Order } from '../../../server/engine/protocol/messages.ts'
import type { PeerTraffic } from '../../../server/engine/wireguard/counters.ts'
import { newEntry, type PeerEntry } from '../../../server/engine/wireguard/peerTable.ts'
import type { openTunnels, Tunnels } from '../../../server/engine/wireguard/tunnels.ts'
import { speedsHere } from '../../support/portsHere.ts'

const NOW = 1_000_000
const tunnel: Tunnel = {
  serverId: 1,
  listenPort: 51_820,
  privateKey: 'k',
  net: '10.100.0.0/16',
  net6: 'fd10:100::/64',
  mtu: 1_420,
}
const peer: Peer = { deviceId: 7, publicKey: 'p', addresses: ['10.100.0.2'] }
const anOrder = (key: string, changes: Partial<Order> = {}): Order => ({
  key,
  port: 1,
  method: 'wireguard',
  password: '',
  until: null,
  tunnel,
  peers: [peer],
  ...changes,
})
/** What is left of an account that has ended, on an interface whose address this machine has. */
const anEnded = (): Order => {
  const { net6: _, ...rest } = tunnel
  return anOrder('1:1', {
    until: 0,
    tunnel: { ...rest, net: '127.0.0.0/8' },
    peers: [{ ...peer, addresses: ['127.0.0.1'] }],
    wayBack: { places: ['9.9.9.9:443'], page: 'https://shop.example/user/account' },
  })
}
const passed = (key: string, up: number, down: number, client?: string): PeerTraffic => ({
  key,
  deviceId: 7,
  up,
  down,
  client,
})

type Given = Parameters<typeof openTunnels>[0]

/** The accounts of an engine whose interfaces only write down what they are asked for. */
function somePorts(refuses: [string, never][] = []) {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
  setConsoleNow(0)
  onTestFinished(() => {
    setConsoleNow(0)
    vi.useRealTimers()
  })
  const counters = new Map<string, Counter>()
  const asked: unknown[] = []
  const said: { ended: string[][]; low: string[]; charged: number } = {
    ended: [],
    low: [],
    charged: 0,
  }
  let given!: Given
  const state = { isAway: false, meanwhile: () => {}, devices: [] as PeerEntry[] }
  const interfaces: Tunnels = {
    activate: async (accounts) => {
      asked.push(['activate', accounts])
      state.meanwhile()
      return new Map(refuses)
    },
    setSpeed: async (...one) => void asked.push(['speed', ...one]),
    setWay: async (...one) => void asked.push(['way', ...one]),
    suspend: async (keys) => {
      asked.push(['suspend', ...keys])
      if (state.isAway) throw new Error('interface away')
    },
    devicesOf: async (key) => (asked.push(['devices', key]), state.devices),
    check: async () => ({ state: 'ready', used: [] }),
    leave: async (options) => void asked.push(['leave', options]),
    end: async () => void asked.push(['end']),
  }
  const attempts = openAttempts()
  const world = {
    host: '127.0.0.1',
    limits: defaultLimits,
    handshakes: openHandshakes(defaultLimits),
    targets: openTargets({}),
    allow: ['10.0.0.0/8'],
    sitePort: 443,
    closedPorts: [25, 465],
    tcpReplays: openReplays(),
    udpReplays: openReplays(),
    takesOver: () => false,
    attempts,
    ...speedsHere(),
  }
  const parts = {
    dir: '/a/folder',
    counterOf: (key: string) => counters.getOrInsertComputed(key, newCounter),
    ended: (...one: [string, string]) => void said.ended.push(one),
    low: (key: string) => void said.low.push(key),
    charged: () => void (said.charged += 1),
  }
  const ports = openTunnelPorts(world, parts, (all) => {
    given = all
    return interfaces
  })
  const sums = () => [...counters].map(([key, { up, down }]) => [key, up, down])
  const open = () => ports.orders().map(({ key }) => key)
  return { ...ports, ...said, said, asked, given, state, counters, sums, open, attempts }
}

const isOpen = (key: string) => ({ key, state: 'open' })
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

  test('are as fast as their orders say', async () => {
    const { change, asked } = somePorts()
    const [speed, slow] = [
      { up: 1, down: 2 },
      { up: 3, down: 3 },
    ]
    await change([
      anOrder('1:1', { speed }),
      anOrder('1:2', { speed: { up: 0 } }),
      anOrder('1:3', { speed, slow, until: 5 }),
      anOrder('1:4', { speed, slow, until: 0 }),
    ])
    expect(asked[0]).toEqual([
      'activate',
      [
        { key: '1:1', tunnel, peers: [peer], speed },
        { key: '1:2', tunnel, peers: [peer] },
        { key: '1:3', tunnel, peers: [peer], speed },
        { key: '1:4', tunnel, peers: [peer], speed: slow },
      ],
    ])
  })

  test('go on slowly from the last byte of their budget, and say so once', async () => {
    const { change, given, asked, said, ended, open, sums } = somePorts()
    const slow = { up: 3, down: 3 }
    const order = anOrder('1:1', { until: 5, low: 3, slow })
    await change([order])
    given.charge([passed('1:1', 1, 1)])
    expect([said.low, given.left('1:1')]).toEqual([[], 3])
    given.charge([passed('1:1', 1, 1)])
    expect([said.low, asked.length]).toEqual([['1:1'], 1])
    given.charge([passed('1:1', 1, 0)])
    expect([said.low, asked.at(-1)]).toEqual([
      ['1:1', '1:1'],
      ['speed', '1:1', slow],
    ])
    given.charge([passed('1:1', 7, 0)])
    expect([said.low.length, asked.length, ended, open()]).toEqual([2, 2, [], ['1:1']])
    // What is slow goes on slowly with the order that says that nothing is left.
    await change([{ ...order, until: 0 }])
    given.charge([passed('1:1', 1, 0)])
    expect([said.low.length, asked.length, asked.at(-1)]).toEqual([
      2,
      3,
      ['activate', [{ key: '1:1', tunnel, peers: [peer], speed: slow }]],
    ])
    expect(sums()).toContainEqual(['1:1', 11, 2])
  })

  test('are slowed down also where their budget ends while they come in', async () => {
    const { change, state, given, asked } = somePorts()
    const slow = { up: 3, down: 3 }
    state.meanwhile = () => given.charge([passed('1:1', 3, 2)])
    expect(await change([anOrder('1:1', { until: 5, slow })])).toEqual([isOpen('1:1')])
    expect(asked.at(-1)).toEqual(['speed', '1:1', slow])
    expect(asked.findLastIndex((one) => (one as unknown[])[0] === 'speed')).toBe(asked.length - 1)
  })

  test('lead back alone once they have ended, billed to nobody, until they are paid for', async () => {
    const { change, given, asked, open, ended, leave, ...rest } = somePorts()
    const sums = () => rest.sums().filter(([, up]) => up !== 0)
    const order = anEnded()
    expect(await change([order])).toEqual([isOpen('1:1')])
    const { tunnel: inside, peers } = order
    const held = { key: '1:1', tunnel: inside, peers }
    const slow = { speed: { up: 256, down: 256 } }
    expect(asked[0]).toEqual(['activate', [{ ...held, ...slow, isGated: true }]])
    given.charge([passed('1:1', 3, 2)])
    expect([sums(), open(), ended]).toEqual([[['1:0', 3, 2]], ['1:1'], []])
    // As an earlier process has left it, before any order.
    given.charge([{ ...passed('1:0', 1, 1), deviceId: 0 }])
    expect(sums()).toEqual([['1:0', 4, 3]])
    const way = await vi.waitFor(() => {
      const found = asked.find((one) => (one as unknown[])[0] === 'way')
      return (found as [string, number, { homes: unknown; answers: { http: number } }])[2]
    })
    expect(way.homes).toEqual([{ address: '9.9.9.9', port: 443 }])
    const page = `http://127.0.0.1:${way.answers.http}/x`
    const { status, headers } = await fetch(page, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, order.wayBack?.page])

    asked.length = 0
    const { wayBack: _, ...paid } = { ...order, until: null }
    expect(await change([paid])).toEqual([isOpen('1:1')])
    // Shut first, so that what passed behind the gate is charged there.
    expect(asked).toEqual([
      ['suspend', '1:1'],
      ['activate', [held]],
    ])
    await expect(fetch(page)).rejects.toThrow()
    given.charge([passed('1:1', 5, 0)])
    expect(sums()).toEqual([
      ['1:1', 5, 0],
      ['1:0', 4, 3],
      ['1:1:7', 5, 0],
    ])
    await leave()
  })

  test('lead back for so many bytes a day', async () => {
    const { change, given, asked, open, ended, expire, leave } = somePorts()
    const order = anEnded()
    await change([order])
    given.charge([passed('1:1', 49_999_999, 0)])
    expect(asked.filter((one) => (one as unknown[])[0] === 'suspend')).toEqual([])
    given.charge([passed('1:1', 1, 0)])
    expect([asked.at(-1), open(), ended]).toEqual([['suspend', '1:1'], ['1:1'], []])
    const last = () => asked.findLast((one) => (one as unknown[])[0] === 'activate')
    expect(await change([order])).toEqual([isOpen('1:1')])
    expect(last()).toMatchObject(['activate', [{ key: '1:1', peers: [], isGated: true }]])
    expire(0)
    expect(last()).toMatchObject(['activate', [{ peers: [] }]])
    vi.setSystemTime(NOW + 86_400_000)
    expire(0)
    expect(last()).toMatchObject(['activate', [{ peers: order.peers, isGated: true }]])
    await leave()
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
