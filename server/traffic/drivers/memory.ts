import { createHash } from 'node:crypto'
import { type Database, inTransaction } from '../../database/database.ts'
import type { World } from '../../http/world.ts'
import { addressIn } from './kinds.ts'
import { NodeTrouble } from './trouble.ts'

/** A port that was opened by us, or taken over, as it is remembered. */
export type KeptPort = {
  port: number
  key: string
  /** Random for each life of its counter. */
  epoch: string
  /** What the node's counter stood at where this life begins to be counted. */
  offset: number
  /** Tells whether its password is still the one it was opened with. */
  proof: string
}

/** What a driver has to know again after the console was away. */
export type Kept = {
  /** Names the machine; on another one all of it is worth nothing. */
  place: string
  /** Where the span begins whose flow is counted, by the node's clock. */
  from?: number
  /** When counters were read last, as far as it was noted, ms. */
  readAt: number
  ports: KeptPort[]
}

type Height = { up: number; down: number }

/** Where a driver keeps it. */
export type DriverMemory = {
  load: () => Promise<Kept | undefined>
  save: (kept: Kept) => Promise<void>
  /** How far the database has counted some lives, by life and key. */
  loadMarks: (epochs: readonly string[]) => Promise<Map<string, Map<string, Height>>>
}

type Parts = Pick<DriverMemory, 'loadMarks'> & {
  /** Whether this process is the one to ask the node, until the transaction ends. */
  hold: (tx: Database) => Promise<boolean>
}

/**
 * The memory of one server's driver, in the database. Keeping fails where another process asks the
 * node by now: what it reckons with must not be replaced by what this one thought.
 */
export function driverMemory(
  db: World['db'],
  serverId: number,
  { loadMarks, hold }: Parts,
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
    async save(kept) {
      const state = JSON.stringify(kept)
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

/** Says whether two passwords of one life are the same, without saying which. */
export function proofOf(epoch: string, password: string): string {
  return createHash('sha256').update(`${epoch} ${password}`).digest('base64url').slice(0, 22)
}
