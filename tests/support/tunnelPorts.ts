import { onTestFinished, vi } from 'vitest'
import type { Peer, Tunnel } from '../../server/engine/plane.ts'
import { openTargets } from '../../server/network/targets.ts'
import { openReplays } from '../../server/engine/cipher/replays.ts'
import { openAttempts } from '../../server/engine/ports/attempts.ts'
import { type Counter, newCounter } from '../../server/engine/ports/counter.ts'
import { openHandshakes } from '../../server/engine/ports/handshakes.ts'
import { openTunnelPorts } from '../../server/engine/ports/tunnelPorts.ts'
import { setConsoleNow } from '../../server/engine/protocol/clock.ts'
import { defaultLimits } from '../../server/engine/protocol/limits.ts'
import type { Order } from '../../server/engine/protocol/messages.ts'
import type { PeerTraffic } from '../../server/engine/wireguard/counters.ts'
import type { PeerEntry } from '../../server/engine/wireguard/peerTable.ts'
import type { openTunnels, Tunnels } from '../../server/engine/wireguard/tunnels.ts'
import { speedsHere } from './portsHere.ts'

/** When the clocks of these tests begin, ms. */
export const NOW = 1_000_000
export const tunnel: Tunnel = {
  serverId: 1,
  listenPort: 51_820,
  privateKey: 'k',
  net: '10.100.0.0/16',
  net6: 'fd10:100::/64',
  mtu: 1_420,
}
export const peer: Peer = { deviceId: 7, publicKey: 'p', addresses: ['10.100.0.2'] }
export const anOrder = (key: string, changes: Partial<Order> = {}): Order => ({
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
export const anEnded = (): Order => {
  const { net6: _, ...rest } = tunnel
  return anOrder('1:1', {
    until: 0,
    tunnel: { ...rest, net: '127.0.0.0/8' },
    peers: [{ ...peer, addresses: ['127.0.0.1'] }],
    wayBack: { places: ['9.9.9.9:443'], page: 'https://shop.example/user/account' },
  })
}
export const passed = (key: string, up: number, down: number, client?: string): PeerTraffic => ({
  key,
  deviceId: 7,
  up,
  down,
  client,
})

type Given = Parameters<typeof openTunnels>[0]

/** The accounts of an engine whose interfaces only write down what they are asked for. */
export function somePorts(refuses: [string, never][] = []) {
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

export const isOpen = (key: string) => ({ key, state: 'open' })
