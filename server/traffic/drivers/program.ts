/** What a node program says it has open. */
export type Listing = Map<number, { password?: string; method?: string }>

/** What a port is to be opened with. */
export type PortTerms = { password: string; method: string }

/** The bytes each port has carried, both ways together, since the reading's beginning. */
export type Reading = {
  counters: Map<number, number>
  /** Whether a port that is not named has carried nothing; else nothing is known of it. */
  isWhole: boolean
  /** Until when the sums go, by the node's clock; only where there is a span. */
  to?: number
}

/** What a node program says of itself. */
export type About = {
  version: string
  /** Whether it cannot reach the site it tries; only some look. */
  isGfw: boolean
}

/**
 * A node program as its driver sees it, whatever it speaks. Each call is one question with a
 * deadline, and fails with a `NodeTrouble`; what came of it then is not known.
 */
export type NodeProgram = {
  about: () => Promise<About>
  list: () => Promise<Listing>
  /** Opens a port that is not there; asked for one that is, some programs break it. */
  add: (port: number, terms: PortTerms) => Promise<void>
  remove: (port: number) => Promise<void>
  /** Reads the counters; with `isFinal` up to this moment, because a port is to go. */
  read: (options?: { isFinal?: boolean }) => Promise<Reading>
  /** Addresses of a port's clients, where the program knows them. */
  clients: (port: number) => Promise<string[]>
  /** Whether a client can connect to a port within so many ms. */
  listens: (port: number, waitMs: number) => Promise<boolean>
  /** Whether something has a port that is about to be opened. */
  isTaken: (port: number) => Promise<boolean>
  /** Present where counters are sums over a span of time that has to be moved on. */
  span?: Span
  /** How long a port must have been quiet for its counter to be right, ms. */
  quietMs: number
  /** How long a port has to stay closed before it is opened again, ms. */
  reopenMs: number
  /** How often counters are read, ms. */
  pollMs: number
  /** How late traffic may be counted at the node, ms. */
  lateMs: number
  /** How many ports it may have. */
  maxPorts: number
  /** Whether a never used port lower than all others keeps it from counting twice. */
  needsSentinel: boolean
}

/** The span of time a program's counters are sums over. */
export type Span = {
  /** Its first ms by the node's clock; undefined before the first reading. */
  from: () => number | undefined
  /** Begins the span later, where it has become long; tells what each counter has less by that. */
  advance: () => Promise<Map<number, number> | undefined>
  /** What each port has carried after a moment and until the last reading. */
  since: (moment: number) => Promise<Map<number, number>>
  /** Has the node forget what lies before the span; failing, it is forgotten the next time. */
  clear: () => Promise<void>
}
