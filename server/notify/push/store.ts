import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { PushClientTable } from '../../database/tables.ts'
import { deviceOf } from './device.ts'

/** A browser that wants to be notified. */
export type PushClient = Selectable<PushClientTable>

/** How many browsers a person may have; those that were registered first go. */
const MAX_BROWSERS = 20

/**
 * Stores a browser that wants to be notified; a known one gets its owner, keys and choices updated.
 *
 * What waits for a browser that changed hands is for somebody else: it goes.
 */
export async function insertPushClient(
  db: Database,
  client: Insertable<PushClientTable>,
): Promise<void> {
  const { userId, endpoint, auth, p256dh, sessionId, kinds, language } = client
  const chosen = {
    ...(kinds === undefined ? {} : { kinds }),
    ...(language === undefined ? {} : { language }),
  }
  await db
    .deleteFrom('pushClient')
    .where('endpoint', '=', endpoint)
    .where('userId', '<>', userId)
    .execute()
  await db
    .insertInto('pushClient')
    .values(client)
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({ userId, auth, p256dh, sessionId, ...chosen }),
    )
    .execute()
  const stored = db
    .selectFrom('pushClient')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_BROWSERS)
  await db
    .deleteFrom('pushClient')
    .where('userId', '=', userId)
    .where('id', 'not in', stored)
    .execute()
}

/** A browser by its address, if it is this person's. */
export function findPushClient(
  db: Database,
  userId: number,
  endpoint: string,
): Promise<PushClient | undefined> {
  return db
    .selectFrom('pushClient')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** One of a person's browsers. */
export async function findDevice(
  db: Database,
  userId: number,
  device: string,
): Promise<PushClient | undefined> {
  const mine = await db.selectFrom('pushClient').selectAll().where('userId', '=', userId).execute()
  return mine.find(({ endpoint }) => deviceOf(endpoint) === device)
}

/** Ties a browser to the session that it is now used in: it is forgotten when that one ends. */
export async function moveToSession(db: Database, id: number, sessionId: string): Promise<void> {
  await db.updateTable('pushClient').set({ sessionId }).where('id', '=', id).execute()
}

/** Forgets a browser. */
export async function removePushClient(db: Database, endpoint: string): Promise<void> {
  await db.deleteFrom('pushClient').where('endpoint', '=', endpoint).execute()
}
