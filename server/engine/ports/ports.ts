import { secretOf } from '../cipher/aead.ts'
import type { World } from './account.ts'
import { whyOver } from '../protocol/machineLease.ts'
import { consoleNow } from '../protocol/clock.ts'
import { type Counter, forgetClients, newCounter } from './counter.ts'
import type { Order, PortCounter, PortState, Reading } from '../protocol/messages.ts'
import { openPort, type Port } from './port.ts'
import { openTunnelPorts, type TunnelPorts, WIREGUARD } from './tunnelPorts.ts'

type Opening = {
  /** False for an engine that drains: open ports take new terms or close, nothing opens. */
  opens?: boolean
}

/** All ports of the process, and what passed through them. */
export type Ports = {
  /** Makes the open ports what the orders say; returns the state of each. */
  apply(orders: Order[], options?: Opening): Promise<PortState[]>
  /** The same for these alone, and closes those of `closed`; all others stay as they are. */
  change(orders: Order[], closed: readonly string[], options?: Opening): Promise<PortState[]>
  kill(key: string): Promise<void>
  counters(): Map<string, PortCounter>
  clients(key: string): string[]
  /** Counters that changed since the last call. */
  changes(): Reading[]
  /** The same for another reader, which writes them to disk. */
  unwritten(): Reading[]
  /** All counters that are not 0. */
  readings(): Reading[]
  /** The open ports' orders. */
  orders(): Order[]
  /** Closes what has expired, and what may not go on for so long (ms) without a console. */
  expire(aloneMs: number): void
  peers: TunnelPorts['peers']
  checkTunnel: TunnelPorts['check']
  /** Accepts no new connections any more; open ones go on. */
  drain(): void
  /** Whether a client is connected. */
  isBusy(): boolean
  /** Drops client addresses that are no longer recent. */
  forget(): void
  close(): void
  /** Closes them, and removes what would outlive this process, or leaves it for the next one. */
  end(options: { leaves: boolean }): Promise<void>
}

// Opening thousands at the same moment is no faster and takes twice the memory, permanently.
const BATCH_SIZE = 256

type Deps = {
  /** Folder of the engine. */
  dir: string
  /** Is called with the key of a port that closed of itself. */
  ended: (key: string, reason: string) => void
  /** Is called with the key of a port that requests more budget. */
  low: (key: string) => void
  /** Is called when counts must be written down now: their source will not report them again. */
  charged: () => void
}

/** Starts with no port. */
export function openPorts(world: World, { dir, ended, low, charged }: Deps): Ports {
  const counters = new Map<string, Counter>()
  const open = new Map<string, Port>()
  const owners = new Map<number, string>()
  const tunnels = openTunnelPorts(world, { dir, counterOf, ended, low, charged })

  return {
    apply,
    change,
    kill,
    counters: read,
    clients,
    changes,
    unwritten,
    readings: () => toReadings([...counters.values()].filter(({ up, down }) => up + down > 0)),
    orders: () => [...[...open.values()].map((port) => port.order()), ...tunnels.orders()],
    expire,
    peers: tunnels.peers,
    checkTunnel: tunnels.check,
    drain,
    isBusy: () => [...open.values()].some((port) => port.isBusy()),
    forget,
    close,
    end,
  }

  async function apply(orders: Order[], options?: Opening): Promise<PortState[]> {
    const wanted = new Set(orders.map(({ key }) => key))
    const all = [...open.keys(), ...tunnels.orders().map(({ key }) => key)]
    const closed = all.filter((key) => !wanted.has(key))
    return change(orders, closed, options)
  }

  async function change(all: Order[], closed: readonly string[], { opens = true }: Opening = {}) {
    const [inside, direct] = [all.filter(isTunnelled), all.filter((one) => !isTunnelled(one))]
    const moved = direct.filter(({ key }) => tunnels.has(key)).map(({ key }) => key)
    for (const key of [...closed, ...inside.map((one) => one.key)]) shut(key)
    await tunnels.kill([...closed, ...moved])
    const states = opens ? await tunnels.change(inside) : []
    return [...states, ...(await changeDirect(direct, opens))]
  }

  /** Those that have a port of their own. */
  async function changeDirect(all: Order[], opens: boolean): Promise<PortState[]> {
    const isThere = ({ key, port }: Order) => open.get(key)?.port === port
    if (!opens) for (const order of all) if (!isThere(order)) shut(order.key)
    const orders = opens ? all : all.filter(isThere)
    const wanted = new Map(orders.map((order) => [order.key, order]))
    // Before any opens: two may swap ports.
    for (const { key, port } of wanted.values()) if (open.get(key)?.port !== port) shut(key)
    const states: PortState[] = []
    const rest = [...wanted.values()]
    while (rest.length > 0)
      states.push(...(await Promise.all(rest.splice(0, BATCH_SIZE).map(settle))))
    return states
  }

  async function settle(order: Order): Promise<PortState> {
    const { key, port, until, expireAt = Infinity } = order
    const counter = counterOf(key)
    const secret = secretOf(order.method, order.password)
    if (!secret) return refuse(key, 'method not supported')
    if (until !== null && counter.up + counter.down >= until) return refuse(key, 'over')
    if (expireAt <= consoleNow()) return refuse(key, 'expired')
    const running = open.get(key)
    if (running) {
      running.change(order, secret)
      return { key, state: 'open' }
    }
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) return refuse(key, 'port not valid')
    if (owners.has(port)) return refuse(key, 'port in use')
    owners.set(port, key)
    try {
      open.set(key, await openPort(order, secret, counter, world, listenersOf(key)))
      return { key, state: 'open' }
    } catch (error) {
      owners.delete(port)
      return refuse(key, reasonOf(error))
    }
  }

  function counterOf(key: string): Counter {
    return counters.getOrInsertComputed(key, newCounter)
  }

  function refuse(key: string, reason: string): PortState {
    shut(key)
    return { key, state: 'error', reason }
  }

  function listenersOf(key: string) {
    return { over: () => finish(key, 'over'), requestBudget: () => low(key) }
  }

  function finish(key: string, reason: string): void {
    if (!open.has(key)) return
    shut(key)
    ended(key, reason)
  }

  function expire(aloneMs: number): void {
    for (const [key, port] of open) {
      const reason = whyOver(port.order(), aloneMs)
      if (reason) finish(key, reason)
    }
    tunnels.expire(aloneMs)
  }

  function kill(key: string): Promise<void> {
    shut(key)
    return tunnels.kill([key])
  }

  function shut(key: string): void {
    const port = open.get(key)
    if (port) closeOne(port, key)
  }

  function closeOne(port: Port, key: string): void {
    open.delete(key)
    owners.delete(port.port)
    port.close()
  }

  function read(): Map<string, PortCounter> {
    forget()
    const readings = [...counters.values()].map((counter): [string, PortCounter] => {
      const { key, up, down, lastSeen } = counter
      return [key, { up, down, lastSeen, ips: counter.clients.size }]
    })
    return new Map(readings)
  }

  function clients(key: string): string[] {
    const counter = counters.get(key)
    if (!counter) return []
    forgetClients(counter)
    return [...counter.clients.keys()]
  }

  function forget(): void {
    counters.forEach(forgetClients)
  }

  function drain(): void {
    open.forEach((port) => port.drain())
    // Its clients notice nothing: another engine goes on with the interfaces.
    void tunnels.leave()
  }

  function close(): void {
    open.forEach(closeOne)
    void tunnels.kill(tunnels.orders().map(({ key }) => key))
  }

  async function end({ leaves }: { leaves: boolean }): Promise<void> {
    open.forEach(closeOne)
    await (leaves ? tunnels.leave() : tunnels.end())
  }

  function changes(): Reading[] {
    const changed = [...counters.values()].filter((counter) => counter.changed)
    for (const counter of changed) counter.changed = false
    return toReadings(changed)
  }

  function unwritten(): Reading[] {
    const changed = [...counters.values()].filter((counter) => counter.unwritten)
    for (const counter of changed) counter.unwritten = false
    return toReadings(changed)
  }
}

const isTunnelled = ({ method }: Order) => method === WIREGUARD

function toReadings(counters: readonly Counter[]): Reading[] {
  return counters.map(({ key, up, down, lastSeen }) => [key, up, down, lastSeen])
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  if (code === 'EADDRINUSE') return 'port in use'
  return code === 'EACCES' ? 'port not permitted' : code
}
