import { gatewayIn, networkOf } from '../wireguard/networks.ts'
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
    if (!wayBack) return remove(key)
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
    if (!gates.delete(key)) return
    for (const [address, owner] of owners) if (owner === key) owners.delete(address)
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
  const asides = new Map<number, { addresses: string; aside: TunnelAside }>()
  const next = new Map<number, number>()
  let looking: Promise<unknown> | undefined

  return { refresh, renew: (serverId: number) => void next.set(serverId, 0), close }

  async function refresh(all: Iterable<One>): Promise<void> {
    if (looking) return
    const now = performance.now()
    const byServer = Map.groupBy(all, ({ order }) => idsIn(order.key).serverId)
    const due = [...byServer].filter(([serverId]) => now >= (next.get(serverId) ?? 0))
    const looked = due.map(async ([serverId, [one]]) => one && look(serverId, one))
    looking = Promise.all(looked)
      .catch(report)
      .finally(() => (looking = undefined))
    await looking
  }

  async function look(serverId: number, { order, gate }: One): Promise<void> {
    next.set(serverId, performance.now() + LOOK_MS.none)
    const answers = await asideOf(serverId, order).catch(report)
    const homes = await gate.homes()
    await tunnels.setWay(serverId, { homes, answers: answers ?? undefined })
    if (homes.length > 0 && answers) next.set(serverId, performance.now() + LOOK_MS.found)
  }

  async function asideOf(serverId: number, { tunnel }: Order): Promise<TunnelAside | undefined> {
    if (!tunnel) return undefined
    const own = [tunnel.net, ...(tunnel.net6 === undefined ? [] : [tunnel.net6])].map(gatewayIn)
    const there = asides.get(serverId)
    if (there?.addresses === own.join()) return there.aside
    there?.aside.close()
    asides.delete(serverId)
    const { handshakeMs } = world.limits
    const aside = await openTunnelAside(own, { gateOf, handshakeMs })
    asides.set(serverId, { addresses: own.join(), aside })
    return aside
  }

  function close(): void {
    for (const { aside } of asides.values()) aside.close()
    asides.clear()
  }
}

const orderOf = ({ order }: One) => order

/** One spelling for each address. */
function spelled(address: string): string {
  const one = networkOf(address)
  return `${one?.family} ${one?.first}`
}

const report = (error: unknown) => console.error('engine: wireguard: the way back:', error)
