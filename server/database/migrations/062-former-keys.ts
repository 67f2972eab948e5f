import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** What an account's password or link was before, and until when it still opens the account. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('formerKey')
    .addColumn('accountId', 'integer', (one) =>
      one.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (one) => one.notNull())
    .addColumn('value', 'text', (one) => one.notNull())
    .addColumn('until', 'bigint', (one) => one.notNull())
    .addPrimaryKeyConstraint('formerKey_pk', ['accountId', 'kind'])
    .execute()
  await db.schema
    .createIndex('formerKey_value')
    .on('formerKey')
    .columns(['kind', 'value'])
    .execute()
  await db.schema.createIndex('formerKey_until').on('formerKey').column('until').execute()
}
