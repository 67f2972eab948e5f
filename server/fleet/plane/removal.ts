import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'

const BATCH_SIZE = 200

/**
 * Deletes the accounts whose time to stay after their end is over; returns which. Spec 3.
 *
 * One that was not started has no end yet: it was paid for, and waits. Wire-contract facts: 4.10.
 */
export async function removeExpiredAccounts(db: Database, now: number): Promise<number[]> {
  const ids: number[] = []
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE;) {
    const rows = await db
      .deleteFrom('account')
      .where('id', 'in', (eb) =>
        eb.selectFrom('account').select('id').where(isOver).orderBy('expireTime').limit(BATCH_SIZE),
      )
      // Checked again: PostgreSQL re-reads an account it had to wait for, but not the list, and a
      // payment may have moved its end in between.
      .where(isOver)
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
    removed = rows.length
  }
  return ids

  function isOver(eb: ExpressionBuilder<Tables, 'account'>) {
    return eb.and([
      eb('autoRemove', '=', 1),
      eb('active', '=', 1),
      eb('expireTime', '<', now),
      eb(eb('expireTime', '+', eb.ref('autoRemoveDelay')), '<', now),
    ])
  }
}
