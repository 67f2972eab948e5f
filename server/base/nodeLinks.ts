import type { Wire } from './wire.ts'

/** What a node says of its machine; its own word, shown and never reckoned with. */
export type MachineFacts = {
  hostname: string
  /** What `/etc/os-release` calls the system. */
  os: string
  arch: string
  cores: number
  /** Bytes. */
  memory: { total: number; free: number }
  /** Of the file system the node's state is on, bytes. */
  disk: { total: number; free: number }
  /** Of the last minute, as the kernel reckons it. */
  load: number
  /** Addresses of its interfaces, loopback left out. */
  addresses: string[]
}

/** What an agent says of itself when it links. */
export type NodeHello = {
  /** Random for each life of its process: tells a restart from a copy. */
  instance: string
  version: string
  facts: MachineFacts
}

/** How the link to a node is. */
export type LinkStatus = {
  isLinked: boolean
  /** When something was last heard from it, ms; 0 is not since this console started. */
  lastSeen: number
  /** What the node's clock is ahead of the console's, ms, as the console measured it. */
  skewMs: number | null
  roundTripMs: number | null
  /** Where it dialled in from. */
  address: string
}

/** A link whose other end has proved which node it is. */
export type NewLink = {
  wire: Wire
  hello: NodeHello
  /** Where it dialled in from. */
  address: string
  /** Where the console wants to be found from now on. */
  site: string
}

/** The agent program a console hands out; the hash is SHA-256, hexadecimal. */
export type AgentFile = { path: string; hash: string; version: string }

/** The links nodes have to this console right now. */
export type NodeLinks = {
  /**
   * Sets who gets the engines of the nodes: called with each connection to the engine of a node,
   * now and later. The wire ends with the link; a node that links again brings a new one.
   */
  onWire: (listener: (nodeId: number, wire: Wire, hello: NodeHello) => void) => void
  /** Is called whenever a link was made or has ended. */
  onChange: (listener: (nodeId: number) => void) => void
  /** Is called with what a node says of its machine, once a minute. */
  onFacts: (listener: (nodeId: number, facts: MachineFacts) => void) => void
  /** Is called with a node that said what none of ours does, and with what it was. */
  onDistrust: (listener: (nodeId: number, why: unknown) => void) => void
  /** How the link to a node is. */
  linkOf: (nodeId: number) => LinkStatus
  /** Takes a link in the place of the one this node may have had. */
  admit: (nodeId: number, link: NewLink) => void
  /** Which process is at the other end of a node's link; undefined without a link. */
  instanceOf: (nodeId: number) => string | undefined
  /** Whether a node answers over its link within a moment. */
  answers: (nodeId: number) => Promise<boolean>
  /** Ends the link to a node at once; the node is told the word first, where there is one. */
  drop: (nodeId: number, reason?: string) => void
  /** Tells of a node that lies, and ends its link unless told otherwise. It may link again. */
  distrust: (nodeId: number, why: unknown, options?: { endsLink?: boolean }) => void
  /** Has a node fetch this agent program and start anew with it; false without a link. */
  upgrade: (nodeId: number, file: AgentFile) => boolean
  /** Ends all links. */
  close: () => void
}
