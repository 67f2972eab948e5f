import { type Kysely, sql } from 'kysely'

type Orders = { placedOrder: { id: number; data: string | null } }

const SLICE_ROWS = 1_000

/** What was needed of the statements of the providers there were. */
const NEEDED = new Set(
  `app_id code msg sub_code sub_msg trade_no out_trade_no out_request_no out_biz_no trade_status
  total_amount receipt_amount invoice_amount buyer_pay_amount point_amount refund_fee refund_amount
  send_back_fee fund_change gmt_create gmt_payment gmt_refund gmt_refund_pay gmt_close send_pay_date
  notify_id notify_type notify_time seller_id trans_currency pay_currency settle_currency
  id name message debug_id intent status status_details reason details issue description field
  create_time update_time custom_id invoice_id reference_id currency_code value amount
  purchase_units payments captures authorizations refunds final_capture
  seller_receivable_breakdown seller_payable_breakdown gross_amount paypal_fee net_amount
  total_refunded_amount`.split(/\s+/),
)

/**
 * Links of subscriptions are found by a hash, so that the links themselves can be sealed; the start
 * that follows seals them (`server/database/secret/links.ts`), as it has the secret. What names a
 * person who leaves is found by an index. What providers said of payers is left out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await forgetPayers(db as Kysely<Orders>)
  // Counts of tries named addresses; those of the last hours begin again, by their hashes.
  await sql`delete from "attempt" where "key" like '%:%'`.execute(db)
  await db.schema.alterTable('account').addColumn('subscribeHash', 'text').execute()
  await db.schema
    .createIndex('accountBySubscribeHash')
    .on('account')
    .column('subscribeHash')
    .unique()
    .execute()
  await db.schema.createIndex('eventBySubject').on('event').column('subjectId').execute()
  await db.schema.createIndex('eventByUser').on('event').column('userId').execute()
  await db.schema.createIndex('mailByUser').on('mail').column('userId').execute()
  await db.schema.createIndex('mailByRecipient').on('mail').column('recipient').execute()
}

async function forgetPayers(db: Kysely<Orders>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('placedOrder')
      .select(['id', 'data'])
      .where('data', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE_ROWS)
      .execute()
    for (const { id, data } of rows) {
      const needed = neededIn(data ?? '')
      if (needed !== data)
        await db.updateTable('placedOrder').set({ data: needed }).where('id', '=', id).execute()
    }
    if (rows.length < SLICE_ROWS) return
    last = rows.at(-1)!.id
  }
}

function neededIn(data: string): string {
  try {
    return JSON.stringify(neededOf(JSON.parse(data)))
  } catch {
    return data
  }
}

function neededOf(said: unknown): unknown {
  if (Array.isArray(said)) return said.map(neededOf)
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(
    Object.entries(said)
      .filter(([name]) => NEEDED.has(name))
      .map(([name, value]) => [name, neededOf(value)]),
  )
}
