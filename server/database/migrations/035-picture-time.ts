import type { Kysely } from 'kysely'

/** The oldest pictures of messages are read from an index, and all of them are counted by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('messagePictureByTime')
    .on('messagePicture')
    .columns(['createTime', 'id'])
    .execute()
}
