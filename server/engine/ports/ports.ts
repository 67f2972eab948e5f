import type { World } from './account.ts'
import { whyOver } from '../protocol/machineLease.ts'
import { consoleNow } from '../protocol/clock.ts'
import { type Counter, forgetClients, newCounter } from './counter.ts'
import type { Order, PortCounter, PortState, Reading } from '../protocol/messages.ts'
import { openPort, type Port } from './port.ts'
import { reasonOf } from './portReason.ts'
import { shadowsocksAccess } from './shadowsocks.ts'
import { type Access, openSharedPorts } from './sharedPort.ts'
import { outlivesBudget } from './terms.ts'
import { openTunnelPorts, type TunnelPorts, WIREGUARD } from './tunnelPorts.ts'
import { type OpenVeiled, TROJAN, type VeiledPorts } from './veiledPorts.ts'

type Wish = {
  order: Order
  /** Or why it cannot be served. */
  access: Access | string
}

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
  /** Makes the ports with TLS exactly these, and what they show to strangers. */
  site: VeiledPorts['site']
  sites: VeiledPorts['sites']
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
  /** Opens what carries the accounts of Trojan servers. */
  openVeiled: OpenVeiled
}

/** Starts with no port. */
export function openPorts(world: World, { dir, ended, low, charged, openVeiled }: Deps): Ports {
  const counters = new Map<string, Counter>()
  const open = new Map<string, Port>()
  const shared = openSharedPorts(world)
  const terms = { world, counterOf }
  const tunnels = openTunnelPorts(world, { dir, counterOf, ended, low, charged })
  const veiledPorts = openVeiled(world, { counterOf, ended, low })

  return {
    apply,
    change,
    kill,
    counters: read,
    clients,
    changes,
    unwritten,
    readings: () => toReadings([...counters.values()].filter(({ up, down }) => up + down > 0)),
    orders: () => [
      ...[...open.values()].map((port) => port.order()),
      ...veiledPorts.orders(),
      ...tunnels.orders(),
    ],
    site: veiledPorts.site,
    sites: veiledPorts.sites,
    expire,
    peers: tunnels.peers,
    checkTunnel: tunnels.check,
    drain,
    isBusy: () =>
      shared.isBusy() || veiledPorts.isBusy() || [...open.values()].some((port) => port.isBusy()),
    forget,
    close,
    end,
  }

  async function apply(orders: Order[], options?: Opening): Promise<PortState[]> {
    const wanted = new Set(orders.map(({ key }) => key))
    const others = [...veiledPorts.orders(), ...tunnels.orders()]
    const all = [...open.keys(), ...others.map(({ key }) => key)]
    const closed = all.filter((key) => !wanted.has(key))
    return change(orders, closed, options)
  }

  async function change(all: Order[], closed: readonly string[], { opens = true }: Opening = {}) {
    const { inside = [], veiled = [], direct = [] } = Object.groupBy(all, kindOf)
    const moved = [...direct, ...veiled].filter(({ key }) => tunnels.has(key))
    for (const key of [...closed, ...inside.map((one) => one.key)]) shut(key)
    for (const { key } of direct) veiledPorts.shut(key)
    for (const { key } of veiled) shutDirect(key)
    await tunnels.kill([...closed, ...moved.map(({ key }) => key)])
    const states = opens ? await tunnels.change(inside) : []
    return [
      ...states,
      ...(await veiledPorts.change(veiled, { opens })),
      ...(await changeDirect(direct, opens)),
    ]
  }

  /** Those of Shadowsocks. */
  async function changeDirect(all: Order[], opens: boolean): Promise<PortState[]> {
    const wished = [...new Map(all.map((order) => [order.key, order])).values()]
    const wanted = wished.map((order): Wish => ({
      order,
      access: shadowsocksAccess(order.method, order.password),
    }))
    // Before any opens: two may swap ports.
    const isThere = new Map(wanted.map((wish) => [wish.order.key, hasPlace(wish)]))
    for (const [key, stays] of isThere) if (!stays) shut(key)
    const states: PortState[] = []
    const rest = opens ? wanted : wanted.filter(({ order }) => isThere.get(order.key))
    while (rest.length > 0)
      states.push(...(await Promise.all(rest.splice(0, BATCH_SIZE).map(settle))))
    return states
  }

  /** Whether the place an account has is the one that it should have. */
  function hasPlace({ order, access }: Wish): boolean {
    const port = open.get(order.key)
    if (port?.port !== order.port) return false
    return typeof access === 'string' || access.group === port.group
  }

  async function settle({ order, access }: Wish): Promise<PortState> {
    const { key, port, until, expireAt = Infinity } = order
    const counter = counterOf(key)
    if (typeof access === 'string') return refuse(key, access)
    const isOver = until !== null && counter.up + counter.down >= until
    if (isOver && !outlivesBudget(order)) return refuse(key, 'over')
    if (expireAt <= consoleNow()) return refuse(key, 'expired')
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) return refuse(key, 'port not valid')
    if (veiledPorts.listensOn(port)) return refuse(key, 'port in use')
    try {
      const running = open.get(key)
      if (running) running.change(order, access)
      else open.set(key, await openPort(order, access, terms, shared, listenersOf(key)))
      return { key, state: 'open' }
    } catch (error) {
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
    veiledPorts.expire(aloneMs)
    tunnels.expire(aloneMs)
  }

  function kill(key: string): Promise<void> {
    shut(key)
    return tunnels.kill([key])
  }

  function shut(key: string): void {
    veiledPorts.shut(key)
    shutDirect(key)
  }

  function shutDirect(key: string): void {
    const port = open.get(key)
    if (port) closeOne(port, key)
  }

  function closeOne(port: Port, key: string): void {
    open.delete(key)
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
    shared.drain()
    open.forEach((port) => port.drain())
    veiledPorts.drain()
    // Its clients notice nothing: another engine goes on with the interfaces.
    void tunnels.leave()
  }

  function close(): void {
    open.forEach(closeOne)
    veiledPorts.close()
    void tunnels.kill(tunnels.orders().map(({ key }) => key))
  }

  async function end({ leaves }: { leaves: boolean }): Promise<void> {
    open.forEach(closeOne)
    veiledPorts.close()
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

/** How an account is reached: by a tunnel, by the port with TLS of its server, or by a port of its own. */
function kindOf({ method }: Order): 'inside' | 'veiled' | 'direct' {
  if (method === WIREGUARD) return 'inside'
  return method === TROJAN ? 'veiled' : 'direct'
}

function toReadings(counters: readonly Counter[]): Reading[] {
  return counters.map(({ key, up, down, lastSeen }) => [key, up, down, lastSeen])
}
