import { type Kysely, sql } from 'kysely'
import { neededOf } from '#rules/providerStatement.ts'

type Orders = { placedOrder: { id: number; data: string | null } }

const SLICE_ROWS = 1_000

/**
 * Links of subscriptions are found by a hash, so that the links themselves can be sealed; the start
 * that follows seals them (`server/database/secret/links.ts`), as it has the secret. What names a
 * person who leaves is found by an index. What providers said of payers is left out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await forgetPayers(db as Kysely<Orders>)
  // Counts of tries named addresses; those of the last hours begin again, by their hashes.
  await sql`delete from "attempt" where "key" like '%:%'`.execute(db)
  await db.schema.alterTable('account').addColumn('subscribeHash', 'text').execute()
  await db.schema
    .createIndex('accountBySubscribeHash')
    .on('account')
    .column('subscribeHash')
    .unique()
    .execute()
  await db.schema.createIndex('eventBySubject').on('event').column('subjectId').execute()
  await db.schema.createIndex('eventByUser').on('event').column('userId').execute()
  await db.schema.createIndex('mailByUser').on('mail').column('userId').execute()
  await db.schema.createIndex('mailByRecipient').on('mail').column('recipient').execute()
}

async function forgetPayers(db: Kysely<Orders>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('placedOrder')
      .select(['id', 'data'])
      .where('data', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE_ROWS)
      .execute()
    for (const { id, data } of rows) {
      const needed = neededIn(data ?? '')
      if (needed !== data)
        await db.updateTable('placedOrder').set({ data: needed }).where('id', '=', id).execute()
    }
    if (rows.length < SLICE_ROWS) return
    last = rows.at(-1)!.id
  }
}

function neededIn(data: string): string {
  try {
    return JSON.stringify(neededOf(JSON.parse(data)))
  } catch {
    return data
  }
}
