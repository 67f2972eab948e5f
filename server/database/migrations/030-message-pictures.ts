import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Pictures that were sent with a message; they go with it, and with the customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bytes, required, table } = columns(db)
  await table('messagePicture')
    .addColumn('messageId', 'integer', (column) =>
      column.notNull().references('message.id').onDelete('cascade'),
    )
    // Whose conversation it is in.
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('sender', 'text', required)
    .addColumn('createTime', 'bigint', required)
    .addColumn('type', 'text', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('bytes', bytes, required)
    .execute()
  await db.schema
    .createIndex('messagePictureByMessage')
    .on('messagePicture')
    .columns(['messageId'])
    .execute()
  await db.schema
    .createIndex('messagePictureByUser')
    .on('messagePicture')
    .columns(['userId', 'createTime'])
    .execute()
}
