import type { PeerSight, TunnelCheck } from '../plane.ts'
import type { AccountPeers } from '../wireguard/activatePeers.ts'
import type { PeerTraffic } from '../wireguard/counters.ts'
import { idsIn } from '../portKey.ts'
import { openTunnels } from '../wireguard/tunnels.ts'
import type { World } from './account.ts'
import { whyOver } from '../protocol/machineLease.ts'
import { consoleNow } from '../protocol/clock.ts'
import { addBytes, type Counter } from './counter.ts'
import type { Order, PortState, Question } from '../protocol/messages.ts'
import type { Gate } from './gate.ts'
import { limitOf, outlivesBudget } from './terms.ts'
import { openTunnelGates } from './tunnelGates.ts'

/** The method of accounts that connect through WireGuard. */
export const WIREGUARD = 'wireguard'

/** The accounts of WireGuard servers: what `Ports` are for those that have a port of their own. */
export type TunnelPorts = {
  change: (orders: readonly Order[]) => Promise<PortState[]>
  /** Removes the peers of accounts at once; resolves once all they passed is counted. */
  kill: (keys: readonly string[]) => Promise<void>
  has: (key: string) => boolean
  orders: () => Order[]
  expire: (aloneMs: number) => void
  peers: (key: string) => Promise<PeerSight[]>
  check: (wanted: Omit<Extract<Question, { ask: 'tunnel' }>, 'ask'>) => Promise<TunnelCheck>
  /** Leaves the interfaces as they are, with all that passed counted. */
  leave: () => Promise<void>
  /** Removes them. */
  end: () => Promise<void>
}

type Deps = {
  /** Folder of the engine. */
  dir: string
  counterOf: (key: string) => Counter
  ended: (key: string, reason: string) => void
  low: (key: string) => void
  /** Is called once counters have risen. */
  charged: () => void
}

/**
 * Starts with no account; interfaces that an earlier engine left are adopted. `openInterfaces` is what
 * has them: tests without the right to a network have others.
 */
export function openTunnelPorts(
  world: World,
  deps: Deps,
  openInterfaces = openTunnels,
): TunnelPorts {
  const { dir, counterOf, ended, low, charged } = deps
  const open = new Map<string, Order>()
  /** Keys that have requested more. */
  const requested = new Set<string>()
  /** Orders whose budget is used up, and which go on slowly. */
  const slowed = new WeakSet<Order>()
  const { allow, sitePort, closedPorts, closedNetworks } = world
  const tunnels = openInterfaces({
    dir,
    allow,
    sitePort,
    closedPorts,
    closedNetworks,
    charge,
    left,
    lost: (keys, reason) => keys.forEach((key) => end(key, reason)),
    handedOver,
  })
  const gates = openTunnelGates({ world, tunnels, counterOf })

  return {
    change,
    kill,
    has: (key) => open.has(key),
    orders: () => [...open.values()],
    expire,
    peers,
    check: tunnels.check,
    async leave() {
      await tunnels.leave({ isOver: true })
      gates.close()
    },
    async end() {
      await tunnels.end()
      gates.close()
    },
  }

  async function change(orders: readonly Order[]): Promise<PortState[]> {
    const faults = new Map(orders.map((order) => [order.key, faultOf(order)]))
    await kill(orders.map(({ key }) => key).filter((key) => faults.get(key) !== undefined))
    const accepted = orders.filter(({ key }) => faults.get(key) === undefined)
    // What passed so far is charged as it passed; to go on by other rules, they come in anew.
    await shut(accepted.filter(isTurned).map(({ key }) => key))
    // Before they connect: their first bytes are checked against their budgets.
    for (const order of accepted) {
      open.set(order.key, order)
      gates.set(order)
      requested.delete(order.key)
      if (order.slow && leftOf(order) <= 0) slowed.add(order)
    }
    const accounts = accepted.flatMap(accountOf)
    const wereFast = accepted.filter((order) => !slowed.has(order))
    for (const [key, reason] of await tunnels.activate(accounts)) {
      faults.set(key, reason)
      open.delete(key)
      gates.drop(key, gates.of(key))
    }
    void gates.refresh()
    // What they passed meanwhile may have been all.
    await Promise.all(wereFast.filter((order) => slowed.has(order)).map(setSpeed))
    return orders.map(({ key }) => {
      // Its budget may have ended while its peers were added.
      const reason = faults.get(key) ?? (open.has(key) ? undefined : 'over')
      return reason === undefined ? { key, state: 'open' } : { key, state: 'error', reason }
    })
  }

  function accountOf(order: Order): AccountPeers[] {
    const { key, tunnel, peers: devices = [] } = order
    const limit = limitOf(order, slowed.has(order))
    const gate = gates.of(key)
    const held = { ...(limit && { speed: limit.speed }), ...(gate && { isGated: true }) }
    // Who has used up the day comes in again with the next.
    const peers = gate?.left() === 0 ? [] : devices
    return tunnel ? [{ key, tunnel, peers, ...held }] : []
  }

  function faultOf(order: Order): string | undefined {
    if (!order.tunnel) return 'tunnel not valid'
    if (leftOf(order) <= 0 && !outlivesBudget(order)) return 'over'
    return (order.expireAt ?? Infinity) <= consoleNow() ? 'expired' : undefined
  }

  function left(key: string): number {
    const order = open.get(key)
    return gates.of(key)?.left() ?? (order ? leftOf(order) : Infinity)
  }

  function leftOf({ key, until }: Order): number {
    return (until ?? Infinity) - sumOf(key)
  }

  function sumOf(key: string): number {
    const { up, down } = counterOf(key)
    return up + down
  }

  function charge(traffic: readonly PeerTraffic[]): void {
    for (const { key, deviceId, up, down, client } of traffic) {
      const gate = gates.of(key)
      if (gate) chargeGate(gate, up, down)
      // What nobody is billed for, as an earlier process has left it.
      else if (idsIn(key).accountId === 0) addBytes(counterOf(key), up, down)
      else for (const one of [key, `${key}:${deviceId}`]) addBytes(counterOf(one), up, down, client)
    }
    for (const key of new Set(traffic.map((one) => one.key))) enforceBudget(key)
    charged()
  }

  function enforceBudget(key: string): void {
    const order = open.get(key)
    if (!order || gates.of(key)) return
    if (leftOf(order) <= 0) {
      if (order.slow) return slowDown(order)
      const [client] = [...counterOf(key).clients.keys()].slice(-1)
      if (client !== undefined) world.attempts.note(key, 'over', client)
      return end(key, 'over')
    }
    if (order.low === undefined || sumOf(key) < order.low || requested.has(key)) return
    requested.add(key)
    low(key)
  }

  /** Once for each order: the next one says what is left, or that it goes on slowly. */
  function slowDown(order: Order): void {
    if (slowed.has(order)) return
    slowed.add(order)
    void setSpeed(order)
    low(order.key)
  }

  function setSpeed(order: Order): Promise<void> {
    const { speed = {} } = limitOf(order, slowed.has(order)) ?? {}
    return tunnels.setSpeed(order.key, speed).catch(report)
  }

  function end(key: string, reason: string): void {
    if (!open.has(key)) return
    void kill([key])
    ended(key, reason)
  }

  async function kill(keys: readonly string[]): Promise<void> {
    const had = keys.map((key) => [key, gates.of(key)] as const)
    for (const key of keys) {
      open.delete(key)
      requested.delete(key)
    }
    await shut(keys)
    for (const [key, gate] of had) if (!open.has(key)) gates.drop(key, gate)
  }

  async function shut(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await tunnels.suspend(keys).catch(report)
  }

  /** Whether an account that is open is to be let back alone from now on, or is no longer. */
  function isTurned({ key, wayBack }: Order): boolean {
    return open.has(key) && (gates.of(key) !== undefined) !== (wayBack !== undefined)
  }

  function handedOver(): void {
    open.clear()
    gates.close()
  }

  function expire(aloneMs: number): void {
    void gates.refresh()
    const renewed = gates.renewed()
    for (const order of renewed) gates.set(order)
    if (renewed.length > 0) void tunnels.activate(renewed.flatMap(accountOf)).catch(report)
    for (const order of open.values()) {
      const reason = whyOver(order, aloneMs)
      if (reason) end(order.key, reason)
    }
  }

  async function peers(key: string): Promise<PeerSight[]> {
    // Nobody is connected who reaches the shop alone.
    if (gates.of(key)) return []
    const devices = await tunnels.devicesOf(key)
    return devices.map(({ deviceId, endpoint, handshake, handshakeAt, rx, tx }) => ({
      deviceId,
      ...(endpoint !== undefined && { endpoint }),
      // Its age is what all clocks agree on.
      ...(handshake > 0 && {
        handshakeAt: Math.round(consoleNow() - (performance.now() - handshakeAt)),
      }),
      up: rx,
      down: tx,
    }))
  }
}

function chargeGate({ charge }: Gate, up: number, down: number): void {
  if (up > 0) charge('up', up)
  if (down > 0) charge('down', down)
}

const report = (error: unknown) => console.error('engine: wireguard:', error)
