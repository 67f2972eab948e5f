import { type Kysely, sql } from 'kysely'

/**
 * Links of subscriptions are found by a hash, so that the links themselves can be sealed; the start
 * that follows seals them (`server/database/secret/links.ts`), as it has the secret. What names a
 * person who leaves is found by an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Counts of tries named addresses; those of the last hours begin again, by their hashes.
  await sql`delete from "attempt"`.execute(db)
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
