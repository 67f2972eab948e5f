import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { findSecret } from '../../database/secret/secret.ts'
import type { Tables } from '../../database/tables.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { isCachedFull, uncacheFull, cacheFull } from './fullCounts.ts'

/** How often something may be tried. */
export type Limit = {
  /** What is tried and by whom, for example `login:from:203.0.113.7`. */
  key: string
  most: number
  /** Milliseconds from the first try. */
  window: number
}

/** A count's key as it is stored: what is tried, and a hash, as most keys name addresses. */
export async function storedKey(db: Database, key: string): Promise<string> {
  const [what = ''] = key.split(':')
  return `${what}:${keyedHash(await findSecret(db), 'attempt', key)}`
}

/**
 * Counts one try; returns whether it was still within the limit. A refused try adds nothing.
 *
 * Counted before the outcome is known, so that concurrent tries cannot slip past. A count that ends
 * later than one begun now is from a wrong clock: it is dropped too. Tries beyond the limit are
 * refused from memory: a flood of them must not load the database.
 */
export async function takeAttempt(db: Database, now: number, limit: Limit): Promise<boolean> {
  const { key, most, window } = limit
  if (isCachedFull(db, now, limit)) return false
  const taken = await db
    .insertInto('attempt')
    .values({ key: await storedKey(db, key), count: 1, until: now + window })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when(isOver(eb, now, window))
            .then(1)
            .else(eb('attempt.count', '+', 1))
            .end(),
          until: eb
            .case()
            .when(isOver(eb, now, window))
            .then(now + window)
            .else(eb.ref('attempt.until'))
            .end(),
        }))
        .where((eb) => eb.or([eb('attempt.count', '<', most), isOver(eb, now, window)])),
    )
    .returning('count')
    .executeTakeFirst()
  if (!taken) await isUsedUp(db, now, limit)
  return taken !== undefined
}

const isOver = (eb: ExpressionBuilder<Tables, 'attempt'>, now: number, window: number) =>
  eb.or([eb('attempt.until', '<=', now), eb('attempt.until', '>', now + window)])

/**
 * Counts a try for each of these limits, or for none of them. Returns the undo function; undefined
 * where one is used up.
 */
export async function takeAttempts(
  db: Database,
  now: number,
  limits: readonly Limit[],
): Promise<{ giveBack: () => Promise<void> } | undefined> {
  // What would be taken and given back for it are two writes each, at every refusal of a flood.
  if (limits.some((limit) => isCachedFull(db, now, limit))) return undefined
  const taken: Limit[] = []
  const giveBack = async () => {
    for (const { key } of taken) await returnAttempt(db, key)
  }
  for (const limit of limits) {
    if (await takeAttempt(db, now, limit)) taken.push(limit)
    else {
      await giveBack()
      return undefined
    }
  }
  return { giveBack }
}

/** Uncounts a try that turned out to be no failure. */
export async function returnAttempt(db: Database, key: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', await storedKey(db, key))
    .where('count', '>', 0)
    .execute()
  uncacheFull(db, key)
}

/** Whether no more tries are left, without counting one. */
export async function isUsedUp(db: Database, now: number, limit: Limit): Promise<boolean> {
  const { key, most, window } = limit
  if (isCachedFull(db, now, limit)) return true
  const row = await db
    .selectFrom('attempt')
    .select(['count', 'until'])
    .where('key', '=', await storedKey(db, key))
    .where('until', '>', now)
    .where('until', '<=', now + window)
    .executeTakeFirst()
  if (!row || row.count < most) return false
  cacheFull(db, now, limit, row.until)
  return true
}

/** Deletes a count. */
export async function removeAttempt(db: Database, key: string): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('key', '=', await storedKey(db, key))
    .execute()
  uncacheFull(db, key)
}

/** Deletes expired counts. */
export async function removeOldAttempts(db: Database, now: number): Promise<void> {
  await db.deleteFrom('attempt').where('until', '<=', now).execute()
}
