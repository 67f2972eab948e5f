import type { Wire } from './wire.ts'

/** What a node reports of its machine; unverified, shown and never calculated with. */
export type MachineFacts = {
  hostname: string
  /** The system's name in `/etc/os-release`. */
  os: string
  arch: string
  cores: number
  /** Bytes. */
  memory: { total: number; free: number }
  /** Of the file system the node's state is on, bytes. */
  disk: { total: number; free: number }
  /** Of the last minute, as the kernel computes it. */
  load: number
  /** Addresses of its interfaces, loopback left out. */
  addresses: string[]
}

/** What an agent reports about itself when it links. */
export type NodeHello = {
  /** Random for each life of its process: distinguishes a restart from a copy. */
  instance: string
  version: string
  facts: MachineFacts
}

/** The status of the link to a node. */
export type LinkStatus = {
  isLinked: boolean
  /** When it last sent something, ms; 0 is not since this console started. */
  lastSeen: number
  /** By how much the node's clock is ahead of the console's, ms, as the console measured it. */
  skewMs: number | null
  roundTripMs: number | null
  /** Where it connected from. */
  address: string
}

/** A link whose other end has proved which node it is. */
export type NewLink = {
  wire: Wire
  hello: NodeHello
  /** Where it connected from. */
  address: string
  /** Sends the console's new address. */
  site: string
  /** What it may bring; without it, whatever a link can carry. */
  budget?: LinkBudget
}

/** What a node may bring over its link. Each throws where that is used up, which ends the link. */
export type LinkBudget = {
  /** A message of it, before it is parsed: bytes unzipped, and values of JSON. */
  message: (message: { bytes: number; values: number }) => void
  /** A message of its agent. */
  own: () => void
  /** What its agent tells of the machine. */
  facts: () => void
  /** A connection of an engine. */
  lane: () => void
}

/** The agent program a console distributes; the hash is SHA-256, hexadecimal. */
export type AgentFile = { path: string; hash: string; version: string }

/** The links nodes have to this console right now. */
export type NodeLinks = {
  /**
   * Sets the listener for the engines of the nodes: called with each connection to the engine of a
   * node, now and later. The wire ends with the link; a node that links again brings a new one.
   */
  onWire: (listener: (nodeId: number, wire: Wire, hello: NodeHello) => void) => void
  /** Is called whenever a link was made or has ended. */
  onChange: (listener: (nodeId: number) => void) => void
  /** Is called with what a node reports of its machine, once a minute. */
  onFacts: (listener: (nodeId: number, facts: MachineFacts) => void) => void
  /** Is called with a node that sent an invalid message, and with what it was. */
  onDistrust: (listener: (nodeId: number, why: unknown) => void) => void
  /** The status of the link to a node. */
  linkOf: (nodeId: number) => LinkStatus
  /** Adds a link, replacing the one this node may have had. */
  admit: (nodeId: number, link: NewLink) => void
  /** Which process is at the other end of a node's link; undefined without a link. */
  instanceOf: (nodeId: number) => string | undefined
  /** Whether a node answers over its link within a moment. */
  answers: (nodeId: number) => Promise<boolean>
  /** Ends the link to a node at once; the word, if given, is sent to the node first. */
  drop: (nodeId: number, reason?: string) => void
  /** Reports a node for an invalid message, and ends its link by default. It may link again. */
  distrust: (nodeId: number, why: unknown, options?: { endsLink?: boolean }) => void
  /** Has a node download this agent program and restart with it; false without a link. */
  upgrade: (nodeId: number, file: AgentFile) => boolean
  /** Ends all links. */
  close: () => void
}
