import type { Socket } from 'node:net'
import { clientNetwork } from './address.ts'
import type { Limits } from './limits.ts'

/** The connections of one port whose clients have not proved the password yet. */
export type Handshakes = {
  /** Whether there is room for one more of this client; false leaves it out. */
  enter(client: Socket, address: string): boolean
  /** The client proved the password, or went away. */
  leave(client: Socket): void
  /** Ends them all. */
  close(): void
}

/** Counts handshakes per client network, so that no stranger can fill a port with them. */
export function openHandshakes(limits: Limits): Handshakes {
  const networks = new Map<Socket, string>()
  const counts = new Map<string, number>()

  return { enter, leave, close }

  function enter(client: Socket, address: string): boolean {
    const network = clientNetwork(address)
    const count = counts.get(network) ?? 0
    if (count >= limits.handshakesPerClient || networks.size >= limits.handshakes) return false
    counts.set(network, count + 1)
    networks.set(client, network)
    return true
  }

  function leave(client: Socket): void {
    const network = networks.get(client)
    if (network === undefined) return
    networks.delete(client)
    const count = (counts.get(network) ?? 1) - 1
    if (count > 0) counts.set(network, count)
    else counts.delete(network)
  }

  function close(): void {
    for (const client of [...networks.keys()]) client.destroy()
  }
}
