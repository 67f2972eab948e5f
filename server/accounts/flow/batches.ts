import type { Database } from '../../database/database.ts'

const KEY = 'flowBatch'

/** Whether this batch was the last one to be stored. */
export async function isStored(tx: Database, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row?.value === JSON.stringify(id)
}

/** Records, with the batch itself, that it is stored. */
export async function noteStored(tx: Database, id: string): Promise<void> {
  const value = JSON.stringify(id)
  await tx
    .insertInto('setting')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
