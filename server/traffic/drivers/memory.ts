import { createHash } from 'node:crypto'
import { type Database, inTransaction } from '../../database/database.ts'
import type { World } from '../../http/world.ts'
import { addressIn } from './kinds.ts'
import { NodeTrouble } from './trouble.ts'

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

type Deps = Pick<DriverMemory, 'loadMarks'> & {
  /** Whether this process is the one to command the node, until the transaction ends. */
  hold: (tx: Database) => Promise<boolean>
}

/**
 * The stored state of one server's driver, in the database. Saving fails once another process
 * commands the node: its state must not be overwritten with this one's.
 */
export function driverMemory(
  db: World['db'],
  serverId: number,
  { loadMarks, hold }: Deps,
): DriverMemory {
  return {
    loadMarks,
    async load() {
      const row = await db
        .selectFrom('driverState')
        .select('state')
        .where('serverId', '=', serverId)
        .executeTakeFirst()
      // Only what `save` wrote is ever there.
      return row && JSON.parse(row.state)
    },
    async save(stored) {
      const state = JSON.stringify(stored)
      await inTransaction(db, async (tx) => {
        if (!(await hold(tx))) throw new NodeTrouble('not ours')
        await tx
          .insertInto('driverState')
          .values({ serverId, state })
          .onConflict((conflict) => conflict.column('serverId').doUpdateSet({ state }))
          .execute()
      })
    },
  }
}

/** Names the machine a server's node program runs on. */
export function placeOf({ host, port }: { host: string; port: number }): string {
  return `${addressIn(host)}:${port}`
}

/** Compares two passwords of one life by a keyed hash. */
export function proofOf(epoch: string, password: string): string {
  return createHash('sha256').update(`${epoch} ${password}`).digest('base64url').slice(0, 22)
}
