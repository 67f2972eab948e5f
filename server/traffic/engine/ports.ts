import { secretOf } from './aead.ts'
import type { World } from './account.ts'
import { type Counter, forgetClients, newCounter } from './counter.ts'
import type { Order, PortCounter, PortState, Reading } from './messages.ts'
import { openPort, type Port } from './port.ts'

/** All ports of the process, and what passed through them. */
export type Ports = {
  /** Makes the open ports what the orders say; tells for each how it went. */
  apply(orders: Order[]): Promise<PortState[]>
  /** The same for these alone, and closes those of `closed`; all others stay as they are. */
  change(orders: Order[], closed: readonly string[]): Promise<PortState[]>
  kill(key: string): void
  counters(): Map<string, PortCounter>
  clients(key: string): string[]
  /** Counters that changed since the last call. */
  changes(): Reading[]
  /** Drops client addresses that are no longer recent. */
  forget(): void
  close(): void
}

// Opening thousands at the same moment is no faster and takes twice the memory, for good.
const BATCH_SIZE = 256

/** Starts with no port; `over` hears the key of a port that closed for want of budget. */
export function openPorts(world: World, over: (key: string) => void): Ports {
  const counters = new Map<string, Counter>()
  const open = new Map<string, Port>()
  const owners = new Map<number, string>()

  return { apply, change, kill, counters: read, clients, changes, forget, close }

  async function apply(orders: Order[]): Promise<PortState[]> {
    const wanted = new Set(orders.map(({ key }) => key))
    return change(
      orders,
      [...open.keys()].filter((key) => !wanted.has(key)),
    )
  }

  async function change(orders: Order[], closed: readonly string[]): Promise<PortState[]> {
    closed.forEach(kill)
    const wanted = new Map(orders.map((order) => [order.key, order]))
    // Before any opens: two may want each other's.
    for (const { key, port } of wanted.values()) if (open.get(key)?.port !== port) kill(key)
    const states: PortState[] = []
    const rest = [...wanted.values()]
    while (rest.length > 0)
      states.push(...(await Promise.all(rest.splice(0, BATCH_SIZE).map(settle))))
    return states
  }

  async function settle(order: Order): Promise<PortState> {
    const { key, port, until } = order
    const counter = counters.getOrInsertComputed(key, newCounter)
    const secret = secretOf(order.method, order.password)
    if (!secret) return refuse(key, 'method not supported')
    if (until !== null && counter.up + counter.down >= until) return refuse(key, 'over')
    const running = open.get(key)
    if (running) {
      running.change(order, secret)
      return { key, state: 'open' }
    }
    if (!(Number.isInteger(port) && port > 0 && port < 65_536)) return refuse(key, 'port not valid')
    if (owners.has(port)) return refuse(key, 'port in use')
    owners.set(port, key)
    try {
      open.set(key, await openPort(order, secret, counter, world, () => runOut(key)))
      return { key, state: 'open' }
    } catch (error) {
      owners.delete(port)
      return refuse(key, reasonOf(error))
    }
  }

  function refuse(key: string, reason: string): PortState {
    kill(key)
    return { key, state: 'error', reason }
  }

  function runOut(key: string): void {
    if (!open.has(key)) return
    kill(key)
    over(key)
  }

  function kill(key: string): void {
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

  function close(): void {
    open.forEach(closeOne)
  }

  function changes(): Reading[] {
    const changed = [...counters.values()].filter((counter) => counter.changed)
    return changed.map((counter) => {
      counter.changed = false
      return [counter.key, counter.up, counter.down, counter.lastSeen]
    })
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  if (code === 'EADDRINUSE') return 'port in use'
  return code === 'EACCES' ? 'port not permitted' : code
}
