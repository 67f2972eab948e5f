import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { PasskeyTable } from '../../database/tables.ts'

/** A person's passkeys as they may be shown, oldest first. */
export function selectPasskeys(db: Database, userId: number) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'createTime', 'lastUsed'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** The credential ids of a person's passkeys, so that none is made twice. */
export async function selectCredentialIds(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('passkey')
    .select('credentialId')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}

/** Inserts a passkey; returns whether it is new. */
export async function insertPasskey(
  tx: Database,
  passkey: Insertable<PasskeyTable>,
): Promise<boolean> {
  const row = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A passkey by its credential id, and whose it is. */
export function findPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom('passkey')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
}

/** Records a use of a passkey; returns whether its counter was still `before`. */
export async function changePasskeyUse(
  db: Database,
  { id, before, counter, now }: { id: number; before: number; counter: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, lastUsed: now })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a passkey of a person; returns whether there was one. */
export async function removePasskeyOf(tx: Database, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether any admin has a passkey. */
export async function hasPasskeys(db: Database): Promise<boolean> {
  const row = await db.selectFrom('passkey').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
