import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { holdOldDays } from '../flow/folding.ts'

const TABLES = ['flow5min', 'flowHour', 'flowDay', 'flowMonth'] as const
const NOBODY = 0

/**
 * Resets what an account has used to zero. Requires a transaction.
 *
 * Its stored traffic is moved to account 0, so that the totals of the servers stay right.
 */
export async function removeFlow(tx: Database, accountId: number, now: number): Promise<void> {
  await holdOldDays(tx, accountId, now)
  // In the order in which traffic is stored, so that the two never deadlock.
  for (const table of TABLES) {
    await tx
      .insertInto(table)
      .columns(['accountId', 'bucket', 'serverId', 'up', 'down'])
      .expression((eb) =>
        eb
          .selectFrom(`${table} as mine`)
          .select([
            sql.lit(NOBODY).as('accountId'),
            'mine.bucket',
            'mine.serverId',
            'mine.up',
            'mine.down',
          ])
          .where('mine.accountId', '=', accountId),
      )
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'bucket', 'serverId']).doUpdateSet((eb) => ({
          up: eb(eb.ref(`${table}.up`), '+', eb.ref('excluded.up')),
          down: eb(eb.ref(`${table}.down`), '+', eb.ref('excluded.down')),
        })),
      )
      .execute()
    await tx.deleteFrom(table).where('accountId', '=', accountId).execute()
  }
  await tx.deleteFrom('usage').where('accountId', '=', accountId).execute()
}
