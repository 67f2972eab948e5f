import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Request keys: which writes were done, and their answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required, text } = columns(db)
  await db.schema
    .createTable('requestKey')
    .addColumn('caller', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('operation', 'text', required)
    .addColumn('inputHash', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('reply', 'text', text)
    .addColumn('time', 'bigint', required)
    .addPrimaryKeyConstraint('requestKeyByCaller', ['caller', 'key'])
    .execute()
  await db.schema.createIndex('requestKeyByTime').on('requestKey').column('time').execute()
}
