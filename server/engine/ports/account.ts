import type { RemoteInfo } from 'node:dgram'
import type { Socket } from 'node:net'
import type { Attempts } from './attempts.ts'
import type { Counter } from './counter.ts'
import type { Allowances, Gate } from './gate.ts'
import type { Handshakes } from './handshakes.ts'
import type { Limits } from '../protocol/limits.ts'
import type { Pace, Paces } from './pace.ts'
import type { Replays } from '../cipher/replays.ts'
import type { NetworkFile } from '../../network/networkList.ts'
import type { Targets } from '../../network/targets.ts'

/** What all ports of the process share. */
export type World = {
  host: string
  limits: Limits
  targets: Targets
  /** The networks `targets` were opened with. */
  allow?: readonly string[] | undefined
  sitePort?: number | undefined
  /** Ports customers reach nowhere, but in the networks of `allow`. */
  closedPorts?: readonly number[] | undefined
  /** Networks customers do not reach, which may be others by and by; absent is none. */
  closedNetworks?: NetworkFile | undefined
  /** Whether connections and datagrams of BitTorrent end here; absent is no. */
  refusesBitTorrent?: boolean | undefined
  handshakes: Handshakes
  tcpReplays: Replays
  udpReplays: Replays
  /** Whether another process has the ports and is about to release them. */
  takesOver: () => boolean
  attempts: Attempts
  paces: Paces
  allowances: Allowances
}

/** The customer behind an open port, as its connections and associations see it. */
export type Account = {
  counter: Counter
  /** That of the device whose key its clients have; absent where devices have none of their own. */
  device?: Counter | undefined
  /** The counter's sum at which the port closes; Infinity is never. */
  until: number
  /** The counter's sum at which more budget is requested; Infinity is never. */
  low: number
  maxConnections: number
  /** How fast it may be; undefined is without limit. */
  pace: Pace | undefined
  /** Goes on slowly from now on; undefined where the end of the budget closes the port. */
  slowDown: (() => void) | undefined
  /** All that it may reach, where it has ended; undefined for everything. */
  gate: Gate | undefined
  /**
   * All connections of clients, and how many of them have proved the password; on a port of many
   * accounts only those that have.
   */
  clients: Set<Socket>
  proven: number
  /** Its UDP half, once a datagram has come. */
  associations: Associations | undefined
  /** Called once when the budget is used up. */
  over: () => void
  /** Called once when `low` is reached. */
  requestBudget: () => void
}

/** A datagram that proved the secret of an account. */
export type Arrival = {
  account: Account
  /** Names the association it belongs to. */
  id: string
  /** The address header and the payload behind it. */
  plain: Buffer
  /** Seals an answer: the header that names its source, and its payload. */
  seal: (header: Buffer, payload: Buffer) => Buffer
}

/** The UDP half of an account: one association for each name that its datagrams bear. */
export type Associations = {
  /** Handles a datagram that has proved the account's secret. */
  receive(arrival: Arrival, from: RemoteInfo): void
  close(): void
}
