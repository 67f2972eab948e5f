import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { every } from '../base/timers.ts'
import { findMark, reasonAgainst } from './moveMark.ts'
import type { Tables } from './tables.ts'
import type { Log } from '../base/log.ts'

/** The exclusive right to some work, among all processes on one database. */
export type Lease = {
  /** Whether this process has it now; check before every step that only one process may take. */
  isHeld: () => boolean
  /** Whether another process was last seen to have it; false since the database is unreachable. */
  isElsewhere: () => boolean
  /**
   * Whether this process has it, until the transaction ends: a process that takes it over meanwhile
   * waits. A process paused between `isHeld` and a write is stopped here.
   */
  hold: (tx: Database) => Promise<boolean>
  /** Releases it, so that another need not wait. */
  stop: () => Promise<void>
}

/** How long a holder may be silent before another takes over, ms. */
const LEASE_MS = 30_000
/** Renewals in that time: each is a write, also where nothing else happens. */
const RENEWALS_PER_LEASE = 5

type Deps = { db: Kysely<Tables>; log: Log }
type Options = { life?: number; elapsed?: () => number }

/**
 * Tries to get the lease of this name and holds it until `stop`.
 *
 * The holder counts up a number in the row. A candidate takes it, by a conditional update, once it
 * has seen the same number for `life` ms; a holder that could not count for half of that no longer
 * holds it. Both measure by a monotonic clock of their own (`elapsed`, ms), so neither a wrong time
 * of day nor two machines that disagree about it can make two holders.
 */
export function startLease(
  { db, log }: Deps,
  name: string,
  { life = LEASE_MS, elapsed = () => performance.now() }: Options = {},
): Lease {
  const me = randomUUID()
  let heldUntil = -Infinity
  let isElsewhere = false
  /** The row when it last changed, and when that was seen. */
  let seen = { state: '', at: -Infinity }

  const beat = async () => {
    // The answer may take its time: a holder counts from before its query, others from after.
    const at = elapsed()
    const row = await findLease(db, name)
    // A process that reconnects to a database moved meanwhile must do nothing there.
    const mark = await findMark(db)
    if (mark && reasonAgainst(mark) !== undefined) {
      heldUntil = -Infinity
      return
    }
    const state = row ? `${row.holder} ${row.beat}` : ''
    if (state !== seen.state) seen = { state, at: elapsed() }
    const mayTake = !row || row.holder === me || row.holder === '' || at - seen.at >= life
    const isTaken = mayTake && (await takeLease(db, name, me, row))
    isElsewhere = !isTaken && row !== undefined && row.holder !== me
    if (isTaken) heldUntil = at + life / 2
    else if (isElsewhere) heldUntil = -Infinity
  }
  const job = every(life / RENEWALS_PER_LEASE, beat, log)
  void beat().catch(() => {})

  return {
    isHeld: () => elapsed() < heldUntil,
    isElsewhere: () => isElsewhere,
    hold: (tx) => holdLease(tx, name, me),
    async stop() {
      await job.stop()
      heldUntil = -Infinity
      await releaseLease(db, name, me).catch(() => {})
    },
  }
}

/** The lease of a process with an exclusive database. */
export const OWN_LEASE: Lease = {
  isHeld: () => true,
  isElsewhere: () => false,
  hold: async () => true,
  stop: async () => {},
}

const findLease = (db: Database, name: string) =>
  db.selectFrom('lease').select(['holder', 'beat']).where('name', '=', name).executeTakeFirst()

/** Takes or renews it if it is unchanged; of several who try, one gets it. */
async function takeLease(
  db: Database,
  name: string,
  holder: string,
  before: { holder: string; beat: number } | undefined,
): Promise<boolean> {
  if (!before) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('lease')
      .values({ name, holder, beat: 0 })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('lease')
    .set({ holder, beat: before.beat + 1 })
    .where('name', '=', name)
    .where('holder', '=', before.holder)
    .where('beat', '=', before.beat)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Leaves the row without a holder: the next may take it at once. */
async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db
    .updateTable('lease')
    .set((eb) => ({ holder: '', beat: eb('beat', '+', 1) }))
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}

async function holdLease(tx: Database, name: string, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lease')
    .set({ holder })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
