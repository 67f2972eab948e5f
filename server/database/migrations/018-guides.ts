import type { Kysely } from 'kysely'

/** Articles may be for readers of one language, and may be guides for a system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notice').addColumn('language', 'text').execute()
  await db.schema.alterTable('notice').addColumn('guide', 'text').execute()
}
