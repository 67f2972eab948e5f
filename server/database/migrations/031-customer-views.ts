import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/**
 * Which session of an admin shows the console as a customer sees it. Nothing is referenced: a row
 * outlives session and people until its end is in the audit log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required } = columns(db)
  await db.schema
    .createTable('customerView')
    .addColumn('sessionId', 'text', (column) => column.primaryKey())
    .addColumn('adminId', 'integer', required)
    .addColumn('userId', 'integer', required)
    .addColumn('username', 'text', required)
    .addColumn('startTime', 'bigint', required)
    .execute()
}
