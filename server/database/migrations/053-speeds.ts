import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * How fast the accounts of a plan may be, and one account other than its plan says: kbit/s, 0 is no
 * limit. What is there already stays without one, and closes at its quota.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const column of ['speedUp', 'speedDown', 'speedAfter'])
    await db.schema
      .alterTable('plan')
      .addColumn(column, 'integer', (one) => one.notNull().defaultTo(0))
      .execute()
  for (const column of ['speedUp', 'speedDown'])
    await db.schema.alterTable('account').addColumn(column, 'integer').execute()
}
