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

/** What browsers call a person's passkeys, so that none is made twice. */
export async function selectCredentialIds(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('passkey')
    .select('credentialId')
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}

/** Keeps a passkey; says whether nobody has it yet. */
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

/** The passkey of an admin by what browsers call it. */
export function findPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.userId')
    .select(['passkey.id', 'userId', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .where('user.type', '=', 'admin')
    .executeTakeFirst()
}

/** Notes a use of a passkey; says whether nobody else used it since `before` was counted. */
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

/** Forgets a passkey of a person; says whether there was one. */
export async function removePasskeyOf(tx: Database, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether anybody logs in by a passkey. */
export async function hasPasskeys(db: Database): Promise<boolean> {
  const row = await db.selectFrom('passkey').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
