import type { Socket } from 'node:net'
import type { Secret } from './aead.ts'
import type { Attempts } from './attempts.ts'
import { type Counter, noteClient } from './counter.ts'
import type { Handshakes } from './handshakes.ts'
import type { Limits } from './limits.ts'
import type { Replays } from './replays.ts'
import type { Targets } from '../../network/targets.ts'

/** What all ports of the process share. */
export type World = {
  host: string
  limits: Limits
  targets: Targets
  /** The networks `targets` were opened with. */
  allow?: readonly string[] | undefined
  sitePort?: number | undefined
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
  ask: () => void
}

/** Payload bytes that may still pass. */
export function bytesLeft(account: Account): number {
  return Math.max(0, account.until - account.counter.up - account.counter.down)
}

/** Counts payload that has passed, and closes the port with the last byte of the budget. */
export function charge(
  account: Account,
  { attempts }: Pick<World, 'attempts'>,
  direction: 'up' | 'down',
  bytes: number,
  client: string,
): void {
  account.counter[direction] += bytes
  noteClient(account.counter, client)
  const { up, down } = account.counter
  if (up + down < account.low) return
  if (bytesLeft(account) === 0) {
    attempts.note(account.counter.key, 'over', client)
    return account.over()
  }
  account.low = account.until
  account.ask()
}
