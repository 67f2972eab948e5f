import type { Amnezia } from '#rules/amnezia.ts'

/** A peer as it is to be on the device. */
export type PeerTerms = {
  publicKey: string
  presharedKey?: string | undefined
  /** Empty is a peer whose packets are accepted and dropped: its counter and session stay. */
  addresses: readonly string[]
}

/** A peer as the device has it. Bytes are counted since it was added, tunnel overhead included. */
export type RawPeer = {
  publicKey: string
  presharedKey?: string | undefined
  addresses: string[]
  /** Where its latest packet came from, `host:port`. */
  endpoint?: string | undefined
  /** Seconds of the machine's clock; 0 is never. */
  handshake: number
  /** Bytes from it, and to it. */
  rx: number
  tx: number
}

/** The state of a device. */
export type RawDevice = { listenPort: number; privateKey?: string | undefined; peers: RawPeer[] }

/** Access to one WireGuard interface. Every call rejects where the interface is gone. */
export type Device = {
  /** Its whole current state. */
  read: () => Promise<RawDevice>
  /** Sets its own key and listening port. Rejects with a `TunnelRefused` where that is taken. */
  configure: (terms: { privateKey: string; listenPort: number }) => Promise<void>
  /** Sets what AmneziaWG changes about the packets; any other device rejects. */
  disguise: (numbers: Amnezia) => Promise<void>
  /** Adds peers and changes existing ones, in this order; then removes those of `gone`. */
  set: (peers: readonly PeerTerms[], gone: readonly string[]) => Promise<void>
}

/** With a prefix length of one address. */
export const single = (address: string): string =>
  `${address}/${address.includes(':') ? '128' : '32'}`

/** Without one. */
export const plain = (address: string): string => address.replace(/\/(?:32|128)$/, '')
