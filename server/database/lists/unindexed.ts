import { setImmediate } from 'node:timers/promises'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Database } from '../database.ts'
import { remember, slicesOf } from '../slices.ts'
import { among, type Found, foundAmong } from './finding.ts'

/** A condition that takes a look at every row, and the name its rows are cached under. */
export type Unindexed = {
  /** Everything in the condition but the time. */
  name: string
  condition: Expression<SqlBool>
}

/** How many rows are looked at before yielding to other work. */
const BATCH_SIZE = 2_500
/** How many cached rows are checked again at a time. */
const MAX_RECHECKED = 1_000

/**
 * The rows that meet a condition without an index, which takes a scan of all.
 *
 * In a large shop up to 90 s old; `findAmong` checks them again before they are shown.
 */
export function findUnindexed(
  db: Database,
  table: 'account' | 'user',
  { name, condition }: Unindexed,
): Promise<number[]> {
  return remember(db, `${table}s ${name}`, async () => {
    const ids: number[] = []
    let slices = 0
    for await (const { from, to } of slicesOf(db, table, BATCH_SIZE)) {
      const rows = await idsOf(db, table)
        .where('id', '>=', from)
        .where('id', '<=', to)
        .where(condition)
        .execute()
      // Hundreds of thousands are more than one call can take as arguments.
      for (const { id } of rows) ids.push(id)
      slices += 1
    }
    return { value: ids, slices }
  })
}

/** The rows that still pass: cached matches are checked again. */
export async function findAmong(
  db: Database,
  table: 'account' | 'user',
  candidates: readonly number[],
  { filters, most }: { filters: readonly Expression<SqlBool>[]; most: number },
): Promise<Found> {
  const ids: number[] = []
  for (let at = 0; at < candidates.length && ids.length < most; at += MAX_RECHECKED) {
    if (at > 0) await setImmediate()
    const rows = await idsOf(db, table)
      .where(among(db, sql.ref(`${table}.id`), candidates.slice(at, at + MAX_RECHECKED)))
      .where((eb) => eb.and(filters))
      .limit(most - ids.length)
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return foundAmong(ids, most)
}

/** The ids of either table: both name theirs alike. */
export function idsOf(db: Database, table: 'account' | 'user') {
  return db.selectFrom(table as 'account').select('id')
}
