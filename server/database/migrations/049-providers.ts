import { type Kysely, sql } from 'kysely'

/**
 * A plan has a price for every way of paying: those without a column of their own are in `prices`. The
 * index of orders by their state no longer asks which providers there are: `stateRank` in
 * shop/orders/sorting.ts says the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('plan')
    .addColumn('prices', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema.dropIndex('placedOrderByState').execute()
  await sql`create index "placedOrderByState" on "placedOrder" ((case
    when "kind" in ('giftcard', 'refOrder') then 2
    when coalesce("amount", 0) > 0 and coalesce("refunded", 0) >= "amount" then 3
    when "status" in ('CREATE', 'WAIT_BUYER_PAY', 'created') then 0
    when "status" in ('TRADE_SUCCESS', 'approved') then 1
    when "status" in ('FINISH', 'finish', 'USED') then 2
    else 4 end), "createTime", "id")`.execute(db)
}
