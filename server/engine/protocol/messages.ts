import type {
  DeviceKey,
  Peer,
  Probe,
  SiteOrder,
  Speed,
  Tunnel,
  TunnelProbe,
  WayBack,
} from '../plane.ts'
import type { Limits } from './limits.ts'

/** One port as it should be: whose it is, how clients authenticate, how much may pass. */
export type DesiredPort = {
  /** `${serverId}:${accountId}`: the key of counters, kills and reports. */
  key: string
  port: number
  method: string
  password: string
  /** Bytes that may still pass, up and down together; null is no end. */
  budget: number | null
  /** Bytes left at which the engine requests more; absent where the budget is all there is. */
  lowAt?: number
  /** When it closes of itself, in ms of the console's clock; absent is never. */
  expireAt?: number
  /** How long it stays open without a console, ms; absent is as long as all ports do. */
  leaseMs?: number
  /** Concurrent connections; 512 when absent. */
  maxConnections?: number
  /** How fast it may be; absent is without limit. */
  speed?: Speed
  /** How fast it goes on once its budget is used up; absent closes it. */
  slow?: Speed
  /** All that is left of an account that has ended. */
  wayBack?: WayBack
  /** With the method `wireguard`: the interface of its server, and the account's devices on it. */
  tunnel?: Tunnel
  peers?: Peer[]
  /** Devices that have keys of their own there, and share all its terms. */
  devices?: DeviceKey[]
}

/** How a port is: open, or why not (`port in use`, `method not supported`, `over` budget …). */
export type PortState =
  | { key: string; state: 'open' }
  | { key: string; state: 'error'; reason: string }

/**
 * What passed through one key's port since the process started: payload bytes, or those of the
 * tunnel where that is what is counted.
 */
export type PortCounter = {
  /** From the client to its targets. */
  up: number
  /** From targets to the client. */
  down: number
  /** When a client last proved the password or sent or received a byte; 0 is never. */
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
  /** Ports customers reach nowhere, but in the networks of `allowTargets`. */
  closedPorts?: number[]
  /** File of networks customers do not reach; empty is none. */
  closedNetworks?: string
  /** Protocols customers do not get through: `bittorrent`. */
  closedProtocols?: string[]
  /** The port customers open the console at: open to them on this machine's own addresses, too. */
  sitePort?: number
  limits?: Partial<Limits>
}

/** How a process is started by its supervisor. */
export type Launch = EngineOptions & {
  /** Names the program's text: a different one takes over the ports. */
  version: string
  /** Whether another process has the ports and is about to release them. */
  takesOver: boolean
}

/** A desired port as it is sent to one process: `until` and `low` are sums of the key's counter. */
export type Order = Omit<DesiredPort, 'budget' | 'lowAt'> & { until: number | null; low?: number }

/** What the console can request. */
export type Question =
  | { ask: 'hello'; now: number }
  /** The current time, ms: clocks jump, and those of machines that slept stand still. */
  | { ask: 'time'; now: number }
  /** The same as `hello` for a read-only client, which does not become its console. */
  | { ask: 'look' }
  | { ask: 'apply'; orders: Order[] }
  | { ask: 'change'; orders: Order[]; closed: readonly string[] }
  /** Makes the ports with TLS exactly these; engines of earlier releases answer nothing. */
  | { ask: 'sites'; sites: SiteOrder[] }
  | { ask: 'counters' }
  | { ask: 'clients'; key: string }
  /** Tries another server from here, as a customer's client would. */
  | { ask: 'probe'; trial: Probe | TunnelProbe }
  | { ask: 'attempts'; key: string; since: number }
  /** How customers fare on each server. */
  | { ask: 'outcomes' }
  /** The devices of an account on a WireGuard server. */
  | { ask: 'peers'; key: string }
  /** Whether this machine can have a WireGuard interface. */
  | {
      ask: 'tunnel'
      listenPort: number
      net: string
      net6?: string
      serverId?: number
      isAmnezia?: boolean
    }
  | { ask: 'kill'; key: string }
  | { ask: 'digest' }
  | { ask: 'settle'; epochs: readonly string[] }
  | { ask: 'drain' }
  | { ask: 'close' }

/** A request as it is sent; `id` is repeated in the answer. */
export type Request = Question & { id: number }

/**
 * A key's counters as a report carries them: cumulative, so that a lost one does no harm. What the
 * devices of an account have passed is also reported by device, under `${key}:${deviceId}`.
 */
export type Reading = [key: string, up: number, down: number, lastSeen: number]

/** The counters of one life of the process. */
export type Life = { epoch: string; counters: Reading[] }

/** What the process reports every second, and at once when a port closes or it ends in order. */
export type Report = Life & {
  seq: number
  /** Keys that closed of themselves just now, with the reason: `over` budget, or `expired`. */
  ended: [key: string, reason: string][]
  /** Keys that request more budget. */
  low: string[]
}

/** What the process reports about itself to a console that connects. */
export type Hello = {
  epoch: string
  pid: number
  version: string
  /** When it started, ms; of two, the younger is the active one. */
  born: number
  /** Whether it opens nothing any more and ends with its last connection. */
  isDraining: boolean
  /** The digest of all its orders, as `digestOf` computes it. */
  digest: string
  /** What is open. */
  ports: { key: string; port: number }[]
  /** All counters of this life, and those of earlier ones that are not settled. */
  lives: Life[]
  /** Whether it knows `leaseMs`; engines of earlier releases do not. */
  endsLeases?: boolean
  /** Whether it knows `speed`, `slow` and `wayBack`; engines of earlier releases limit nothing. */
  knowsSpeed?: boolean
  /** Whether it knows `devices`; engines of earlier releases let in the account's own key alone. */
  knowsDevices?: boolean
}

/** What the process sends: a report, or the answer to a request. */
export type Message = { report: Report } | { id: number; result: unknown }

const LOOKS: readonly Question['ask'][] = [
  'look',
  'time',
  'digest',
  'counters',
  'clients',
  'attempts',
  'outcomes',
]

/** Whether a request is read-only, so that there is nothing to report after it. */
export const changesNothing = ({ ask }: Question): boolean => LOOKS.includes(ask)
