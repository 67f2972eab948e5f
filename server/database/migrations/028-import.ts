import type { Kysely } from 'kysely'

/** What one row of an imported table says, sealed, until it was added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobItem').addColumn('input', 'text').execute()
}
