import type { Database } from '../../database/database.ts'

/**
 * Notes that an app fetched the subscription of an account now. The latest counts, whichever process
 * wrote it and whatever clock it went by.
 */
export async function noteFetch(db: Database, accountId: number, time: number): Promise<void> {
  await db
    .insertInto('subscriptionFetch')
    .values({ accountId, time })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ time }).where('subscriptionFetch.time', '<', time),
    )
    .execute()
}
