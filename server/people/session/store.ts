import type { Insertable } from 'kysely'
import { compileOnce } from '../../database/compiled.ts'
import type { Database } from '../../database/database.ts'
import type { SessionTable } from '../../database/tables.ts'

/** Opens a session. `id` is the keyed hash of the cookie, never the cookie. */
export async function insertSession(
  db: Database,
  session: Insertable<SessionTable>,
): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

/** The person behind a session that has not ended, with their current role, and the customer it shows. */
export async function findSession(db: Database, id: string, now: number) {
  const [row] = await selectSession(db, { id, now })
  return row
}

// Runs on every authenticated call.
const selectSession = compileOnce((db, { id, now }: { id: string; now: number }) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('customerView', 'customerView.sessionId', 'session.id')
    .leftJoin('user as seen', 'seen.id', 'customerView.userId')
    .select(['user.id', 'user.type', 'user.groupId', 'user.rights', 'session.expireTime'])
    .select('session.byMac')
    .select(['seen.id as seenId', 'seen.type as seenType', 'seen.groupId as seenGroup'])
    .select('customerView.startTime as seenSince')
    .where('session.id', '=', id)
    .where('session.expireTime', '>', now),
)

/** A person's sessions that have not ended. */
export function selectSessionsOf(db: Database, userId: number, now: number) {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createTime', 'expireTime'])
    .where('userId', '=', userId)
    .where('expireTime', '>', now)
    .execute()
}

/** Moves the end of a session. */
export async function changeSessionEnd(db: Database, id: string, expireTime: number) {
  await db.updateTable('session').set({ expireTime }).where('id', '=', id).execute()
}

/** Continues a visit as another session of the same person, with its browser's notifications. */
export async function replaceSession(
  db: Database,
  old: string,
  session: Insertable<SessionTable>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertSession(tx, session)
    await tx
      .updateTable('pushClient')
      .set({ sessionId: session.id })
      .where('sessionId', '=', old)
      .execute()
    await removeSession(tx, old)
  })
}

/** Ends a session; its browser is no longer notified. */
export async function removeSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('pushClient').where('sessionId', '=', id).execute()
  await db.deleteFrom('session').where('id', '=', id).execute()
}

/** Ends every session of a person, for example after a change of password. */
export async function removeSessionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('pushClient').where('userId', '=', userId).execute()
  await db.deleteFrom('session').where('userId', '=', userId).execute()
}

/** Ends every other session of a person, for example when the login requires more from now on. */
export async function removeOtherSessions(
  db: Database,
  userId: number,
  stored = '',
): Promise<void> {
  await db
    .deleteFrom('pushClient')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('sessionId', 'is', null), eb('sessionId', '!=', stored)]))
    .execute()
  await db.deleteFrom('session').where('userId', '=', userId).where('id', '!=', stored).execute()
}

/** Deletes expired sessions. */
export async function removeOldSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('session').where('expireTime', '<=', now).execute()
}
