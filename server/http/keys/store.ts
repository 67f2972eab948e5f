import type { Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { RequestKeyTable } from '../../database/tables.ts'

/** One write by the key it was sent with. */
export type Key = Selectable<RequestKeyTable>

/** Records a write by its key; returns whether the key was free. */
export async function insertKey(db: Database, row: Key): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('requestKey')
    .values(row)
    .onConflict((conflict) => conflict.columns(['caller', 'key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** What a caller did under a key. */
export function findKey(
  db: Database,
  { caller, key }: Pick<Key, 'caller' | 'key'>,
): Promise<Key | undefined> {
  return db
    .selectFrom('requestKey')
    .selectAll()
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Records the answer of a write. */
export async function changeReply(db: Database, { caller, key, owner, reply }: Key): Promise<void> {
  await db
    .updateTable('requestKey')
    .set({ reply })
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('owner', '=', owner)
    .execute()
}

/** How long a repeated write is recognized, ms. */
const MAX_AGE_MS = 7 * 86_400_000

/** Deletes keys older than a week. */
export async function removeOldKeys(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('requestKey')
    .where('time', '<', now - MAX_AGE_MS)
    .execute()
}
