import type { Insertable } from 'kysely'
import type { Database } from '../database.ts'
import type { PushClientTable } from '../tables.ts'

/** Keeps a browser that wants to be told; one that is known gets its owner and keys anew. */
export async function insertPushClient(
  db: Database,
  client: Insertable<PushClientTable>,
): Promise<void> {
  const { userId, auth, p256dh } = client
  await db
    .insertInto('pushClient')
    .values(client)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ userId, auth, p256dh }))
    .execute()
}

/** Forgets a browser. */
export async function removePushClient(db: Database, endpoint: string): Promise<void> {
  await db.deleteFrom('pushClient').where('endpoint', '=', endpoint).execute()
}
