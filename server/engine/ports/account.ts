import type { Socket } from 'node:net'
import type { Secret } from '../cipher/aead.ts'
import type { Attempts } from './attempts.ts'
import type { Counter } from './counter.ts'
import type { Handshakes } from './handshakes.ts'
import type { Limits } from '../protocol/limits.ts'
import type { Replays } from '../cipher/replays.ts'
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
  handshakes: Handshakes
  tcpReplays: Replays
  udpReplays: Replays
  /** Whether another process has the ports and is about to release them. */
  takesOver: () => boolean
  attempts: Attempts
}

/** The customer behind an open port, as its connections and associations see it. */
export type Account = {
  secret: Secret
  counter: Counter
  /** The counter's sum at which the port closes; Infinity is never. */
  until: number
  /** The counter's sum at which more budget is requested; Infinity is never. */
  low: number
  maxConnections: number
  /** All connections of clients, and how many of them have proved the password. */
  clients: Set<Socket>
  proven: number
  /** Called once when the budget is used up. */
  over: () => void
  /** Called once when `low` is reached. */
  requestBudget: () => void
}
