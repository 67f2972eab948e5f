import { type Kysely, sql } from 'kysely'

/** How long a payer may dispute a payment at PayPal, ms. */
const DISPUTABLE_MS = 180 * 86_400_000

/** What providers gave back by themselves, and when they are next asked about what is paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('placedOrder').addColumn('saidReturned', 'bigint').execute()
  await db.schema.alterTable('placedOrder').addColumn('nextLook', 'bigint').execute()
  await db.schema
    .createIndex('placedOrderByLook')
    .on('placedOrder')
    .columns(['nextLook', 'id'])
    .where(sql.ref('nextLook'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('placedOrderByPayment')
    .on('placedOrder')
    .columns(['paymentId', 'kind'])
    .where(sql.ref('paymentId'), 'is not', null)
    .execute()
  // What was paid before is asked about once, at the end of its time, spread as the payments were.
  await sql`update "placedOrder" set "nextLook" = "paidTime" + ${DISPUTABLE_MS}
    where "paidTime" > ${Date.now() - DISPUTABLE_MS}`.execute(db)
}
