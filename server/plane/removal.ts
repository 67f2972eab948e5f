import type { Database } from '../database.ts'

const SLICE = 200

/** Removes the accounts whose time to stay after their end is over; tells how many. Spec 3. */
export async function removeExpiredAccounts(db: Database, now: number): Promise<number> {
  let total = 0
  for (let removed = SLICE; removed === SLICE; total += removed) {
    const { numDeletedRows } = await db
      .deleteFrom('account')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('account')
          .select('id')
          .where('autoRemove', '=', 1)
          .where('expireTime', '<', now)
          .where((row) => row(row('expireTime', '+', row.ref('autoRemoveDelay')), '<', now))
          .orderBy('expireTime')
          .limit(SLICE),
      )
      .executeTakeFirstOrThrow()
    removed = Number(numDeletedRows)
  }
  return total
}
