import type { Kysely } from 'kysely'

/** What an admin other than the main one may do, and the limits of a reseller. Null is as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['rights', 'text'],
    ['maxCustomers', 'integer'],
    ['maxTraffic', 'bigint'],
    ['sellable', 'text'],
  ] as const)
    await db.schema.alterTable('user').addColumn(name, type).execute()
}
