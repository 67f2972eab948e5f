/** Limits that protect the engine from one customer or unauthenticated client. Times in ms. */
export type Limits = {
  /** From accepting a connection to its complete address header; what comes later is dropped. */
  handshakeMs: number
  /** From a complete header to a connected target, DNS included. */
  connectMs: number
  /** How long a client is waited for after an answer of its target went out. */
  hearMs: number
  /** Bytes that nobody buffers: a client that took more has received answers. */
  heardBytes: number
  /** A connection without a byte in either direction ends. */
  idleMs: number
  /** How often the other end of a WebSocket hears something: CDNs end what is silent for 60 to 100 s. */
  pingMs: number
  /** A UDP association without a packet ends. */
  associationMs: number
  /** UDP associations of one account; the least recently used one is closed. */
  associations: number
  /** Connections of one client to one port that have not proved the password; one more ends the oldest. */
  handshakesPerClient: number
  /** The same, of all addresses together. */
  handshakes: number
  /** How long after its beginning a connection ends that is never answered: from, to. */
  silenceMs: [number, number]
}

/** The defaults; the options of the engine override them. */
export const defaultLimits: Limits = {
  handshakeMs: 10_000,
  connectMs: 10_000,
  hearMs: 3_000,
  heardBytes: 32 << 20,
  idleMs: 300_000,
  pingMs: 30_000,
  associationMs: 60_000,
  associations: 256,
  handshakesPerClient: 64,
  handshakes: 512,
  silenceMs: [20_000, 60_000],
}

/** Concurrent connections of one account where its order sets no number. */
export const DEFAULT_MAX_CONNECTIONS = 512
