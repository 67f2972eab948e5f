import { type Kysely, sql } from 'kysely'

/** Orders by their state are read from an index: `stateRank` in shop/orders/sorting.ts says the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "placedOrderByState" on "placedOrder" ((case
    when "kind" not in ('alipay', 'paypal') then 2
    when coalesce("amount", 0) > 0 and coalesce("refunded", 0) >= "amount" then 3
    when "status" in ('CREATE', 'WAIT_BUYER_PAY', 'created') then 0
    when "status" in ('TRADE_SUCCESS', 'approved') then 1
    when "status" in ('FINISH', 'finish', 'USED') then 2
    else 4 end), "createTime", "id")`.execute(db)
}
