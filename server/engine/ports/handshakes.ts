import { clientOf } from '../../network/client.ts'
import type { Limits } from '../protocol/limits.ts'

/** The connections whose clients have not proved the password yet, of all ports. */
export type Handshakes = {
  /**
   * Lets a new connection of a port in. Where that has too many, or this client too many of them,
   * `close` of another one is called: nobody who holds connections keeps a newcomer out.
   */
  enter(key: string, address: string, close: () => void): Entry
}

/** A connection that was let in. */
export type Entry = {
  /** It has proved the password: its address goes before strangers from now on. */
  prove(): void
  /** It has proved the password or closed; more than once changes nothing. */
  leave(): void
}

type Waiting = { client: string; close: () => void }
/** Of one port, by client; the connections of each, and the clients, oldest first. */
type Hall = { size: number; clients: Map<string, Set<Waiting>> }

/** How many clients are remembered to have proved a password, of all ports. */
const MAX_KNOWN = 65_536

/**
 * Limits the number of handshakes of each port, and of each client on it: an IPv4 address, or the /64
 * of an IPv6 one.
 *
 * Where a port is full, the oldest connection goes of the client with most of them; clients that have
 * proved the password before are spared while there are others.
 */
export function openHandshakes(limits: Limits): Handshakes {
  const halls = new Map<string, Hall>()
  const known = new Set<string>()

  return { enter }

  function enter(key: string, address: string, close: () => void): Entry {
    const client = clientOf(address)
    const hall = halls.getOrInsertComputed(key, () => ({ size: 0, clients: new Map() }))
    const own = hall.clients.get(client)
    if (own && own.size >= limits.handshakesPerClient) displace(key, own)
    else if (hall.size >= limits.handshakes) displace(key, crowdIn(key, hall))
    // Displacing may have emptied the port.
    const now = halls.getOrInsertComputed(key, () => hall)
    const waiting: Waiting = { client, close }
    now.clients.getOrInsertComputed(client, () => new Set()).add(waiting)
    now.size += 1
    return { prove: () => prove(key, waiting), leave: () => leave(key, waiting) }
  }

  /** The connections of the client that has most; the ones that came first where several do. */
  function crowdIn(key: string, { clients }: Hall): Set<Waiting> {
    let most: Set<Waiting> = new Set()
    let isMostKnown = true
    for (const [client, own] of clients) {
      const isKnown = known.has(nameOf(key, client))
      if (isKnown && !isMostKnown) continue
      if (own.size > most.size || isMostKnown !== isKnown) [most, isMostKnown] = [own, isKnown]
    }
    return most
  }

  function displace(key: string, own: Set<Waiting>): void {
    const [oldest] = own
    if (!oldest) return
    leave(key, oldest)
    oldest.close()
  }

  function prove(key: string, waiting: Waiting): void {
    leave(key, waiting)
    const name = nameOf(key, waiting.client)
    // The latest stand last, and the first goes.
    known.delete(name)
    known.add(name)
    const [first] = known
    if (known.size > MAX_KNOWN && first !== undefined) known.delete(first)
  }

  function leave(key: string, waiting: Waiting): void {
    const hall = halls.get(key)
    const own = hall?.clients.get(waiting.client)
    if (!hall || !own?.delete(waiting)) return
    hall.size -= 1
    if (own.size === 0) hall.clients.delete(waiting.client)
    if (hall.size === 0) halls.delete(key)
  }
}

const nameOf = (key: string, client: string) => `${key} ${client}`
