import type { Database } from '../database.ts'

type Limit = {
  /** What is tried and by whom, for example `login:user:3`. */
  key: string
  most: number
  /** Milliseconds from the first try. */
  window: number
}

/**
 * Takes one try; says whether it was still within the limit.
 *
 * Counted before the outcome is known, so that tries made at the same moment cannot slip past. A
 * count that ends later than one begun now would is of a clock that was wrong: it is forgotten too.
 */
export async function takeAttempt(db: Database, now: number, limit: Limit): Promise<boolean> {
  const { key, most, window } = limit
  await db
    .deleteFrom('attempt')
    .where('key', '=', key)
    .where((eb) => eb.or([eb('until', '<=', now), eb('until', '>', now + window)]))
    .execute()
  const { count } = await db
    .insertInto('attempt')
    .values({ key, count: 1, until: now + window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ count: eb('attempt.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= most
}

/** Gives a try back that turned out to be no failure. */
export async function returnAttempt(db: Database, key: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** Whether no more tries are left, without taking one. */
export async function isUsedUp(db: Database, now: number, limit: Limit): Promise<boolean> {
  const { key, most, window } = limit
  const row = await db
    .selectFrom('attempt')
    .select('count')
    .where('key', '=', key)
    .where('until', '>', now)
    .where('until', '<=', now + window)
    .executeTakeFirst()
  return (row?.count ?? 0) >= most
}

/** Forgets a count. */
export async function removeAttempt(db: Database, key: string): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', key).execute()
}

/** Forgets counts whose time is over. */
export async function removeOldAttempts(db: Database, now: number): Promise<void> {
  await db.deleteFrom('attempt').where('until', '<=', now).execute()
}
