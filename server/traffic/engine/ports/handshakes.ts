import { clientOf } from '../../../network/client.ts'
import type { Limits } from '../protocol/limits.ts'

/** Counts the connections whose clients have not proved the password yet, of all ports. */
export type Handshakes = {
  /** Whether a port has room for one more of this client; if so it is counted. */
  enter(key: string, address: string): boolean
  /** A counted connection has proved the password or closed. */
  leave(key: string, address: string): void
}

/** Limits the number of handshakes of each port, and of each client network on it. */
export function openHandshakes(limits: Limits): Handshakes {
  const counts = new Map<string, number>()

  return { enter, leave }

  function enter(key: string, address: string): boolean {
    const client = `${key} ${clientOf(address)}`
    if (countOf(client) >= limits.handshakesPerClient || countOf(key) >= limits.handshakes) {
      return false
    }
    counts.set(client, countOf(client) + 1)
    counts.set(key, countOf(key) + 1)
    return true
  }

  function leave(key: string, address: string): void {
    for (const id of [key, `${key} ${clientOf(address)}`]) {
      if (countOf(id) > 1) counts.set(id, countOf(id) - 1)
      else counts.delete(id)
    }
  }

  function countOf(id: string): number {
    return counts.get(id) ?? 0
  }
}
