import type { Limits } from './limits.ts'

/** One port as it should be: who it belongs to, how clients prove it, how much may pass. */
export type DesiredPort = {
  /** `${serverId}:${accountId}`: counters, kills and reports go by it. */
  key: string
  port: number
  method: string
  password: string
  /** Bytes that may still pass, up and down together; null is no end. */
  budget: number | null
  /** Concurrent connections; 512 when absent. */
  maxConnections?: number
}

/** How a port is: open, or why not (`port in use`, `method not supported`, `over` budget …). */
export type PortState =
  | { key: string; state: 'open' }
  | { key: string; state: 'error'; reason: string }

/** What passed through one key's port since the process started, in payload bytes. */
export type PortCounter = {
  /** From the client to its targets. */
  up: number
  /** From targets to the client. */
  down: number
  /** When a client last proved the password or sent or got a byte; 0 is never. */
  lastSeen: number
  /** Client addresses of the last 15 minutes. */
  ips: number
}

/** How the process is started. */
export type EngineOptions = {
  /** Listening address; `::` takes IPv4 too, and gives way to `0.0.0.0` where IPv6 is absent. */
  host?: string
  /** Networks (CIDR) customers may reach although they are private. Empty in production. */
  allowTargets?: string[]
  /** The port customers open the console at: open to them on this machine's own addresses, too. */
  sitePort?: number
  limits?: Partial<Limits>
}

/** A desired port as one process is told it: `until` is the key's counter at which it closes. */
export type Order = Omit<DesiredPort, 'budget'> & { until: number | null }

/** What the parent can ask. */
export type Question =
  | { ask: 'apply'; orders: Order[] }
  | { ask: 'change'; orders: Order[]; closed: readonly string[] }
  | { ask: 'counters' }
  | { ask: 'clients'; key: string }
  | { ask: 'kill'; key: string }
  | { ask: 'close' }

/** A question as it is sent; `id` comes back in the answer. */
export type Request = Question & { id: number }

/** A key's counters as a report carries them: cumulative, so that a lost one does no harm. */
export type Reading = [key: string, up: number, down: number, lastSeen: number]

/** What the process tells every second, and at once when a port closes or it ends in order. */
export type Report = {
  /** Random per process: counters begin at 0 with it. */
  epoch: string
  seq: number
  /** Counters that changed since the last report. */
  counters: Reading[]
  /** Keys whose budget ran out just now. */
  over: string[]
}

/** What the process sends: a report, or the answer to a request. */
export type Message = { report: Report } | { id: number; result: unknown }
