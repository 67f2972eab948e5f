import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Further names of a server in their order, those that are blocked, and when one was last replaced;
 * when an app last fetched the subscription of an account; and whether the console orders the
 * certificate of a server, how that went, and what the authority is to be answered meanwhile.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('server').addColumn('spares', 'text').execute()
  await db.schema.alterTable('server').addColumn('blocked', 'text').execute()
  await db.schema.alterTable('server').addColumn('swapTime', 'bigint').execute()
  await db.schema
    .alterTable('server')
    .addColumn('ordersCertificate', 'integer', (one) => one.notNull().defaultTo(0))
    .execute()
  for (const column of ['certificateTry', 'challenge'])
    await db.schema.alterTable('server').addColumn(column, 'text').execute()
  await db.schema
    .createTable('subscriptionFetch')
    .addColumn('accountId', 'integer', (one) =>
      one.primaryKey().references('account.id').onDelete('cascade'),
    )
    .addColumn('time', 'bigint', (one) => one.notNull())
    .execute()
}
