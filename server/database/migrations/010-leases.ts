import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Work that only one process at a time may do, and who was notified of an event by Telegram. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required, count } = columns(db)
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('beat', 'bigint', count())
    .execute()
  await db.schema
    .createTable('telegramDelivery')
    .addColumn('eventId', 'integer', (column) =>
      column.notNull().references('event.id').onDelete('cascade'),
    )
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('telegramDeliveryKey', ['eventId', 'userId'])
    .execute()
  // Deleting a person deletes their notifications.
  await db.schema
    .createIndex('telegramDeliveryByUser')
    .on('telegramDelivery')
    .column('userId')
    .execute()
}
