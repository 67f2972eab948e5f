/** The ports a node program reports as open. */
export type Listing = Map<number, { password?: string; method?: string }>

/** What a port is to be opened with. */
export type PortTerms = { password: string; method: string }

/** The bytes each port has carried, both directions together, since the reading's beginning. */
export type Reading = {
  counters: Map<number, number>
  /** Whether a port that is not listed has carried nothing; otherwise its count is unknown. */
  isWhole: boolean
  /** Until when the sums count, by the node's clock; only where there is a span. */
  to?: number
}

/** What a node program reports about itself. */
export type About = {
  version: string
  /** Whether it cannot reach the site it tries; only some kinds check. */
  isGfw: boolean
}

/**
 * A node program as its driver sees it, whatever its protocol. Each call is one request with a
 * deadline, and fails with a `NodeTrouble`; whether it took effect is then unknown.
 */
export type NodeProgram = {
  about: () => Promise<About>
  list: () => Promise<Listing>
  /** Opens a port that is not open; some programs break a port that is opened twice. */
  add: (port: number, terms: PortTerms) => Promise<void>
  remove: (port: number) => Promise<void>
  /** Reads the counters; with `isFinal` up to this moment, because a port is about to close. */
  read: (options?: { isFinal?: boolean }) => Promise<Reading>
  /** Addresses of a port's clients, where the program reports them. */
  clients: (port: number) => Promise<string[]>
  /** Whether a client can connect to a port within so many ms. */
  listens: (port: number, waitMs: number) => Promise<boolean>
  /** Whether another program has the port that is about to be opened. */
  isTaken: (port: number) => Promise<boolean>
  /** Present where counters are sums over a span of time that has to be moved on. */
  span?: Span
  /** How long a port must have been idle for its counter to be right, ms. */
  quietMs: number
  /** How long a port has to stay closed before it is opened again, ms. */
  reopenMs: number
  /** How often counters are read, ms. */
  pollMs: number
  /** How late traffic may be counted at the node, ms. */
  lateMs: number
  /** How many ports it may have. */
  maxPorts: number
  /** Whether an unused port lower than all others prevents counting twice. */
  needsSentinel: boolean
}

/** The span of time a program's counters are sums over. */
export type Span = {
  /** Its first ms by the node's clock; undefined before the first reading. */
  from: () => number | undefined
  /** Begins the span later, where it has become long; returns what each counter is lower by. */
  advance: () => Promise<Map<number, number> | undefined>
  /** What each port has carried after a moment and until the last reading. */
  since: (moment: number) => Promise<Map<number, number>>
  /** Deletes rows before the span on the node; if that fails, they are deleted the next time. */
  clear: () => Promise<void>
}
