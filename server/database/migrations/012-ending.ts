import type { Kysely } from 'kysely'

/** Whose time ends soon, in the order of the list, is read from an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('accountByEnd')
    .on('account')
    .columns(['expireTime', 'active', 'port', 'portSpace'])
    .execute()
}
