import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** What a browser said it is when it logged in, so that people know their sessions apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('userAgent', 'text', columns(db).text).execute()
}
