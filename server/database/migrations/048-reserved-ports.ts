import { type Kysely, sql } from 'kysely'

/** The port that is set aside for what is being bought, so that nothing is paid in vain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('placedOrder').addColumn('reservedPort', 'integer').execute()
  await db.schema
    .createIndex('placedOrderByReserved')
    .on('placedOrder')
    .columns(['status', 'reservedPort'])
    .where(sql.ref('reservedPort'), 'is not', null)
    .execute()
}
