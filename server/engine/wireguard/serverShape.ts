import type { Peer, Speed, Tunnel } from '../plane.ts'
import type { Way } from './gates.ts'
import type { PeerEntry, PeerLimits } from './peerTable.ts'

/** The interface of one server with its peers. */
export type Server = {
  tunnel: Tunnel | undefined
  /** Whether its interface exists, as far as is known. */
  isUp: () => boolean
  table: ReadonlyMap<string, PeerEntry>
  /** Makes the interface as the tunnel says, or changes it; throws why it cannot be. */
  bringUp: (tunnel: Tunnel) => Promise<void>
  /** Activates a device of an account; it is connected with the next `applyChanges`. */
  activatePeer: (key: string, peer: Peer, limits?: PeerLimits) => void
  /** What gated peers reach, from the next `applyChanges` on. */
  setWay: (way: Way) => void
  /** Makes an account this fast from the next `applyChanges` on. */
  setSpeed: (key: string, speed: Speed) => void
  /** Shuts one out; it is out with the next `applyChanges`. */
  suspendPeer: (publicKey: string) => void
  /** Applies changes to the device, and charges those who were shut out to the last byte. */
  applyChanges: () => Promise<void>
  /** Charges what passed; with `hurried` also where hardly anything can have. */
  look: (options: { hurried: boolean }) => Promise<void>
  /** Adopts an interface that another process left; returns whether it exists. */
  adopt: () => Promise<boolean>
  /** Removes the interface, after a last reading. */
  takeDown: () => Promise<void>
  /** Leaves it to another process, after a last reading. */
  leave: () => Promise<void>
}
