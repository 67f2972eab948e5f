import type { Kysely } from 'kysely'

/** Finds who has logged in from a network: many people are there behind one address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('knownNetworkByNetwork')
    .on('knownNetwork')
    .columns(['network', 'lastTime'])
    .execute()
}
