import { gatewayIn, networkOf } from '../wireguard/networks.ts'
import type { Home } from '../wireguard/gates.ts'
import type { Tunnels } from '../wireguard/tunnels.ts'
import { idsIn } from '../portKey.ts'
import type { Order } from '../protocol/messages.ts'
import type { World } from './account.ts'
import type { Counter } from './counter.ts'
import { type Gate, openGate } from './gate.ts'
import { openTunnelAside, type TunnelAside } from './tunnelAsides.ts'

/** The gates of accounts of WireGuard servers that have ended. */
export type TunnelGates = {
  of: (key: string) => Gate | undefined
  /** Opens the gate of an order that leads back, or removes it with any other. */
  set: (order: Order) => void
  /** Removes what was the gate of a key. */
  drop: (key: string, gate: Gate | undefined) => void
  /** Finds out what they reach, and answers what leads elsewhere. */
  refresh: () => Promise<void>
  /** Orders that have used up their day, and have a new one. */
  renewed: () => Order[]
  close: () => void
}

type Deps = {
  world: World
  tunnels: Pick<Tunnels, 'setWay' | 'suspend'>
  counterOf: (key: string) => Counter
}

type One = { order: Order; gate: Gate; isSpent: boolean }

/** How long an address of the shop stays open that is not found any more, ms: apps keep it for as long. */
const KEEP_MS = 300_000
/** How often the shop's addresses are looked up, ms: often while there are none. */
const LOOK_MS = { found: 30_000, none: 1_000 }

/** Starts with none. */
export function openTunnelGates({ world, tunnels, counterOf }: Deps): TunnelGates {
  const gates = new Map<string, One>()
  const owners = new Map<string, string>()
  const gateOf = (address: string) => gates.get(owners.get(spelled(address)) ?? '')?.gate
  const ways = openWays({ world, tunnels, gateOf })

  return {
    of: (key) => gates.get(key)?.gate,
    set,
    drop,
    refresh: () => ways.refresh(gates.values()),
    renewed: () =>
      [...gates.values()].filter(({ isSpent, gate }) => isSpent && gate.left() > 0).map(orderOf),
    close,
  }

  function set(order: Order): void {
    const { key, wayBack, peers = [] } = order
    remove(key)
    if (!wayBack) return
    const { serverId, accountId } = idsIn(key)
    const { targets, allowances } = world
    const counter = counterOf(`${serverId}:0`)
    const gate = openGate(wayBack, {
      accountId,
      targets,
      allowances,
      counter,
      over: () => spend(key),
    })
    gates.set(key, { order, gate, isSpent: gate.left() === 0 })
    for (const { addresses } of peers) for (const one of addresses) owners.set(spelled(one), key)
    ways.renew(serverId)
  }

  function spend(key: string): void {
    const one = gates.get(key)
    if (!one || one.isSpent) return
    one.isSpent = true
    void tunnels.suspend([key]).catch(report)
  }

  function drop(key: string, gate: Gate | undefined): void {
    if (gate && gates.get(key)?.gate === gate) remove(key)
  }

  function remove(key: string): void {
    for (const { addresses } of gates.get(key)?.order.peers ?? [])
      for (const one of addresses.map(spelled)) if (owners.get(one) === key) owners.delete(one)
    gates.delete(key)
  }

  function close(): void {
    ways.close()
    gates.clear()
    owners.clear()
  }
}

/** Looks up where gated accounts of each server may go, and answers what leads elsewhere. */
function openWays({
  world,
  tunnels,
  gateOf,
}: Pick<Deps, 'world' | 'tunnels'> & { gateOf: (address: string) => Gate | undefined }) {
  const asides = openAsides(world, gateOf)
  const next = new Map<number, number>()
  const homes = openHomes()
  let looking: Promise<unknown> | undefined

  return { refresh, renew: (serverId: number) => void next.set(serverId, 0), close: asides.close }

  async function refresh(all: Iterable<One>): Promise<void> {
    if (looking) return
    const now = performance.now()
    const byServer = Map.groupBy(all, ({ order }) => idsIn(order.key).serverId)
    for (const serverId of asides.servers()) if (!byServer.has(serverId)) asides.closeOf(serverId)
    const due = [...byServer].filter(([serverId]) => now >= (next.get(serverId) ?? 0))
    // The latest order knows best where the interface and the shop are.
    const looked = due.map(async ([serverId, all]) => look(serverId, all.at(-1)!))
    looking = Promise.all(looked)
      .catch(report)
      .finally(() => (looking = undefined))
    await looking
  }

  async function look(serverId: number, { order, gate }: One): Promise<void> {
    const soon = performance.now() + LOOK_MS.none
    next.set(serverId, soon)
    const answers = await asides.of(serverId, order).catch(report)
    const found = homes.since(serverId, await gate.homes())
    await tunnels.setWay(serverId, { homes: found, answers: answers ?? undefined })
    const isMeant = next.get(serverId) === soon
    if (isMeant && found.length > 0 && answers)
      next.set(serverId, performance.now() + LOOK_MS.found)
  }
}

/** What answers on the interface of each server. */
function openAsides(world: World, gateOf: (address: string) => Gate | undefined) {
  const asides = new Map<number, { addresses: string; aside: TunnelAside }>()
  /** How often all was closed. */
  let closed = 0

  return { of: asideOf, servers: () => asides.keys(), closeOf, close }

  async function asideOf(serverId: number, { tunnel }: Order): Promise<TunnelAside | undefined> {
    if (!tunnel) return undefined
    const own = [tunnel.net, ...(tunnel.net6 === undefined ? [] : [tunnel.net6])].map(gatewayIn)
    const there = asides.get(serverId)
    if (there?.addresses === own.join()) return there.aside
    closeOf(serverId)
    const { handshakeMs } = world.limits
    const before = closed
    const aside = await openTunnelAside(own, { gateOf, handshakeMs })
    if (closed === before) asides.set(serverId, { addresses: own.join(), aside })
    else aside.close()
    return closed === before ? aside : undefined
  }

  function closeOf(serverId: number): void {
    asides.get(serverId)?.aside.close()
    asides.delete(serverId)
  }

  function close(): void {
    closed += 1
    for (const serverId of asides.keys()) closeOf(serverId)
  }
}

/**
 * The shop's addresses of the last minutes, by server: name servers answer in turns, or not for a moment,
 * and apps go on with the address that they have.
 */
function openHomes() {
  const known = new Map<number, Map<string, { home: Home; until: number }>>()
  return { since }

  function since(serverId: number, found: readonly Home[]): Home[] {
    const now = performance.now()
    const own = known.getOrInsertComputed(serverId, () => new Map())
    for (const home of found)
      own.set(`${home.address} ${home.port}`, { home, until: now + KEEP_MS })
    for (const [name, { until }] of own) if (until <= now) own.delete(name)
    return [...own.values()].map(({ home }) => home)
  }
}

const orderOf = ({ order }: One) => order

/** One spelling for each address. */
function spelled(address: string): string {
  const one = networkOf(address)
  return `${one?.family} ${one?.first}`
}

const report = (error: unknown) => console.error('engine: wireguard: the way back:', error)
