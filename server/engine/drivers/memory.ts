import { createHash } from 'node:crypto'
import { addressIn } from './kinds.ts'

/** A port that was opened by us, or taken over, as it is stored. */
export type StoredPort = {
  port: number
  key: string
  /** Random for each life of its counter. */
  epoch: string
  /** The node's counter when this life began to be counted. */
  offset: number
  /** Shows whether its password is still the one it was opened with. */
  proof: string
}

/** What a driver loads when the console was away. */
export type DriverState = {
  /** Names the machine; on another machine the stored state is invalid. */
  place: string
  /** Where the span begins whose flow is counted, by the node's clock. */
  from?: number
  /** When counters were last read, as far as it was stored, ms. */
  readAt: number
  ports: StoredPort[]
}

type Height = { up: number; down: number }

/** Where a driver stores its state. */
export type DriverMemory = {
  load: () => Promise<DriverState | undefined>
  save: (stored: DriverState) => Promise<void>
  /** How far the database has counted some lives, by life and key. */
  loadMarks: (epochs: readonly string[]) => Promise<Map<string, Map<string, Height>>>
}

/** Names the machine a server's node program runs on. */
export function placeOf({ host, port }: { host: string; port: number }): string {
  return `${addressIn(host)}:${port}`
}

/** Compares two passwords of one life by a keyed hash. */
export function proofOf(epoch: string, password: string): string {
  return createHash('sha256').update(`${epoch} ${password}`).digest('base64url').slice(0, 22)
}
