import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** How much higher than a server's own ports those are that clients connect to, as behind a NAT. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { count } = columns(db)
  await db.schema.alterTable('server').addColumn('publicShift', 'integer', count()).execute()
}
