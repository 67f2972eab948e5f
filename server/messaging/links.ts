import type { Database } from '../database/database.ts'
import { MAILED_LIFETIME_MS } from './codes.ts'

/** Stores the link mailed to a person; returns false if there is one from the last ten minutes. */
export async function insertResetLink(
  db: Database,
  { userId, tokenHash, now }: { userId: number; tokenHash: string; now: number },
): Promise<boolean> {
  const row = await db
    .insertInto('resetLink')
    .values({ userId, tokenHash, createTime: now })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ tokenHash, createTime: now })
        .where('resetLink.createTime', '<=', now - MAILED_LIFETIME_MS),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Whose link this is; undefined when it has expired or was used. */
export async function findResetLink(db: Database, tokenHash: string, now: number) {
  const row = await db
    .selectFrom('resetLink')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('createTime', '>', now - MAILED_LIFETIME_MS)
    .executeTakeFirst()
  return row?.userId
}

/** Uses a link up; returns whether it was still there. */
export async function removeResetLink(db: Database, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('resetLink')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes a link that could not be mailed, so that another may be requested. */
export async function removeUnmailedLink(db: Database, userId: number, createTime: number) {
  await db
    .deleteFrom('resetLink')
    .where('userId', '=', userId)
    .where('createTime', '=', createTime)
    .execute()
}

/** Deletes expired links. */
export async function removeOldResetLinks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('resetLink')
    .where('createTime', '<=', now - MAILED_LIFETIME_MS)
    .execute()
}
