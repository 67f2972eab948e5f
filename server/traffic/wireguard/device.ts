/** A peer as it is to be on the device. */
export type PeerTerms = {
  publicKey: string
  presharedKey?: string | undefined
  /** Empty is a peer whose packets are taken and go nowhere: its counter and session stay. */
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
  /** What came from it, and what went to it. */
  rx: number
  tx: number
}

/** What a device says of itself. */
export type RawDevice = { listenPort: number; privateKey?: string | undefined; peers: RawPeer[] }

/** The way to one WireGuard interface. Everything rejects where the interface is gone. */
export type Device = {
  /** All of it as it is now. */
  read: () => Promise<RawDevice>
  /** Its own key, and the port it listens on. Rejects with a `TunnelRefused` where that is taken. */
  configure: (terms: { privateKey: string; listenPort: number }) => Promise<void>
  /** Adds peers and changes those that are there, in this order; then takes out those of `gone`. */
  set: (peers: readonly PeerTerms[], gone: readonly string[]) => Promise<void>
}

/** With the bits that name one address alone. */
export const single = (address: string): string =>
  `${address}/${address.includes(':') ? '128' : '32'}`

/** Without them. */
export const plain = (address: string): string => address.replace(/\/(?:32|128)$/, '')
