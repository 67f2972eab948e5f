/** A port that ought to be open, for one account on one server. */
export type DesiredPort = {
  /** `${serverId}:${accountId}`. */
  key: string
  /** What the server really listens on: the account's port plus the server's shift. */
  port: number
  method: string
  password: string
  /** Bytes left before the port closes itself; null is no limit. */
  budget: number | null
}

/** How a port that ought to be open is doing. */
export type PortState = { key: string; port: number; open: boolean; reason?: string }

/** Traffic since the last time it was told, in bytes, up and down from the customer's side. */
export type FlowDelta = { key: string; up: number; down: number; at: number }

/**
 * What carries the traffic of a server: the narrow seam between the console and a data plane.
 *
 * The engine of this machine is the first; nodes elsewhere answer the same.
 */
export type Plane = {
  /**
   * Opens these ports as told and closes those with these keys; all others stay as they are. Tells
   * how the first are. Repeating it changes nothing.
   */
  change: (desired: DesiredPort[], closed: readonly string[]) => Promise<PortState[]>
  /** Totals by key since the plane started, in bytes. */
  counters: () => Promise<Map<string, { up: number; down: number }>>
  /** Addresses of the clients seen on a port in the last minutes. */
  clients: (key: string) => Promise<string[]>
  /** Closes a port and its live connections at once. */
  kill: (key: string) => Promise<void>
  /** Whether it carries traffic right now. */
  alive: () => Promise<boolean>
  /** How the ports were doing when last applied. */
  states: () => PortState[]
  /** How one port was doing then; nothing for one that was not asked for. */
  stateOf: (key: string) => PortState | undefined
  /** Is called with every byte that was carried, once. */
  onFlow: (listener: (deltas: FlowDelta[]) => Promise<void>) => void
  /** Delivers what is still to tell, then ends. */
  close: () => Promise<void>
}
