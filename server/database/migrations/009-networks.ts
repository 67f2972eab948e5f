import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Networks people have logged in from, and from which a sign-up code was requested. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required } = columns(db)
  await db.schema
    .createTable('knownNetwork')
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('network', 'text', required)
    .addColumn('lastTime', 'bigint', required)
    .addPrimaryKeyConstraint('knownNetworkKey', ['userId', 'network'])
    .execute()
  await db.schema.createIndex('knownNetworkByTime').on('knownNetwork').column('lastTime').execute()
  await db.schema.alterTable('mailCode').addColumn('network', 'text').execute()
}
