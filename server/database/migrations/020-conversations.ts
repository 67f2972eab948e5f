import type { Kysely } from 'kysely'

/** Up to which message nothing is left to do in a conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('messageRead').addColumn('doneId', 'bigint').execute()
}
