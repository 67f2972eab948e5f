import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** The mark a move to another database leaves in both, so that no console runs on the wrong one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required, count } = columns(db)
  await db.schema
    .createTable('databaseMove')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('time', 'bigint', required)
    .execute()
  await db.schema
    .createTable('databaseMoveProgress')
    .addColumn('tableName', 'text', (column) => column.primaryKey())
    .addColumn('lastKey', 'text')
    .addColumn('complete', 'integer', count())
    .execute()
}
