import type { Kysely } from 'kysely'

/** Accounts that end soon, in the order of the list, are read from an index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('accountByEnd')
    .on('account')
    .columns(['expireTime', 'active', 'port', 'portSpace'])
    .execute()
}
