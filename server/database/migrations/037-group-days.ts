import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Sums by day of each group and of the whole shop, so that Home reads 30 rows and not its tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required } = columns(db)
  await db.schema
    .createTable('groupDay')
    .addColumn('groupId', 'integer', required)
    .addColumn('date', 'text', required)
    // Null is not known.
    .addColumn('customers', 'integer')
    .addColumn('bytes', 'bigint')
    .addColumn('online', 'integer')
    .addPrimaryKeyConstraint('groupDayKey', ['groupId', 'date'])
    .execute()
}
