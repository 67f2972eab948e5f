import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** WireGuard servers of ours, and the further devices of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, required, text, count } = columns(db)
  await db.schema.alterTable('server').addColumn('privateKey', 'text').execute()
  await db.schema.alterTable('server').addColumn('net6', 'text').execute()
  await db.schema.alterTable('server').addColumn('dns', 'text').execute()
  await db.schema.alterTable('server').addColumn('mtu', 'integer').execute()
  await table('device')
    .addColumn('accountId', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('publicKey', 'text', (column) => column.notNull().unique())
    .addColumn('presharedKey', 'text', text)
    .addColumn('privateKey', 'text', text)
    .addColumn('createTime', 'bigint', required)
    .addUniqueConstraint('deviceName', ['accountId', 'name'])
    .execute()
  await db.schema
    .createTable('deviceFlow')
    .addColumn('accountId', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('deviceId', 'integer', required)
    .addColumn('up', 'bigint', count())
    .addColumn('down', 'bigint', count())
    .addColumn('lastSeen', 'bigint', count())
    .addPrimaryKeyConstraint('deviceFlowKey', ['accountId', 'deviceId'])
    .execute()
}
