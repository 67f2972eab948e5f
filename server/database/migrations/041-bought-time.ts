import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** What gave each account its time, and what that was worth; who was a customer before; sessions by a MAC. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required, table, text, count } = columns(db)
  await table('boughtTime')
    .addColumn('accountId', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('placedOrderId', 'integer')
    .addColumn('kind', 'text', required)
    .addColumn('planId', 'integer', required)
    .addColumn('terms', 'text', required)
    .addColumn('before', 'text')
    .addColumn('time', 'bigint', required)
    .addColumn('cny', 'bigint', required)
    .addColumn('usd', 'bigint', required)
    .addColumn('money', 'text', text)
    .addColumn('given', 'bigint', required)
    .addColumn('own', 'bigint', required)
    .addColumn('carried', 'bigint', required)
    .addColumn('length', 'bigint', required)
    .addColumn('createTime', 'bigint', required)
    .addColumn('takenTime', 'bigint')
    .execute()
  await db.schema.createIndex('boughtTimeByAccount').on('boughtTime').column('accountId').execute()
  await db.schema
    .createIndex('boughtTimeByOrder')
    .on('boughtTime')
    .column('placedOrderId')
    .execute()
  await db.schema
    .createTable('knownMailbox')
    .addColumn('mailbox', 'text', (column) => column.primaryKey().notNull())
    .addColumn('lastTime', 'bigint', required)
    .execute()
  await db.schema.alterTable('session').addColumn('byMac', 'integer', count()).execute()
  await db.schema.alterTable('flowPack').addColumn('placedOrderId', 'integer').execute()
}
