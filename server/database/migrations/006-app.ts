import type { Kysely } from 'kysely'
import { columns } from './columns.ts'
import { indexPairs } from './searching.ts'

/** Who is notified of what, on which device, and in which language; and a faster search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { embedded, required, count } = columns(db)
  await db.schema.alterTable('user').addColumn('language', 'text').execute()
  // JSON list of the kinds of events this device wants; null is all.
  await db.schema.alterTable('pushClient').addColumn('kinds', 'text').execute()
  await db.schema.alterTable('pushClient').addColumn('language', 'text').execute()
  // Logging out there deletes the browser.
  await db.schema.alterTable('pushClient').addColumn('sessionId', 'text').execute()

  await db.schema
    .createTable('pushDelivery')
    .addColumn('eventId', 'integer', (column) =>
      column.notNull().references('event.id').onDelete('cascade'),
    )
    .addColumn('clientId', 'integer', (column) =>
      column.notNull().references('pushClient.id').onDelete('cascade'),
    )
    .addColumn('status', 'text', required)
    .addColumn('tries', 'integer', count())
    .addColumn('nextTry', 'bigint')
    .addPrimaryKeyConstraint('pushDeliveryKey', ['eventId', 'clientId'])
    .execute()
  // Deleting a browser deletes its pending deliveries.
  await db.schema
    .createIndex('pushDeliveryByClient')
    .on('pushDelivery')
    .column('clientId')
    .execute()
  await db.schema.createIndex('pushClientByUser').on('pushClient').column('userId').execute()
  await db.schema
    .createIndex('pushDeliveryByTry')
    .on('pushDelivery')
    .columns(['status', 'nextTry'])
    .execute()
  if (embedded) await indexPairs(db)
}
