import { consoleNow } from '../protocol/clock.ts'

/** What passed for one key in the life of the process; closing its port does not reset it. */
export type Counter = {
  readonly key: string
  /** Payload bytes from clients to targets, and back. */
  up: number
  down: number
  /** ms of the console's clock; 0 is never. */
  lastSeen: number
  /** Whether anything changed since it was last reported, and since it was last written to disk. */
  changed: boolean
  unwritten: boolean
  /** Client address to when it was last seen (ms). */
  clients: Map<string, number>
}

const RECENT_MS = 15 * 60_000
const MAX_CLIENTS = 1_024

/** Starts counting for a key. */
export function newCounter(key: string): Counter {
  return { key, up: 0, down: 0, lastSeen: 0, changed: false, unwritten: false, clients: new Map() }
}

/** Records that a client of this key is active now. */
export function noteClient(counter: Counter, address: string): void {
  const now = consoleNow()
  counter.lastSeen = now
  counter.changed = true
  counter.unwritten = true
  if (counter.clients.size >= MAX_CLIENTS && !counter.clients.has(address)) {
    forgetClients(counter)
    if (counter.clients.size >= MAX_CLIENTS) counter.clients.delete(firstOf(counter.clients))
  }
  counter.clients.set(address, now)
}

/** Adds bytes that passed; the client's address is not always known. */
export function addBytes(counter: Counter, up: number, down: number, client?: string): void {
  counter.up += up
  counter.down += down
  counter.changed = true
  counter.unwritten = true
  if (client !== undefined) noteClient(counter, client)
}

/** Drops the addresses not seen for 15 minutes: they are personal data. */
export function forgetClients(counter: Counter): void {
  const since = consoleNow() - RECENT_MS
  for (const [address, seen] of counter.clients) {
    if (seen < since) counter.clients.delete(address)
  }
}

function firstOf(clients: Map<string, number>): string {
  return clients.keys().next().value ?? ''
}
