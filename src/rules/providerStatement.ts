/** What is needed of a provider's statement: numbers, states, times, amounts, and why it refused. */
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
 * A provider's statement without what it says of the payer: names, addresses, mailboxes, numbers.
 * What is not known to be needed is left out, whatever the provider adds.
 */
export function neededOf(said: unknown): unknown {
  if (Array.isArray(said)) return said.map(neededOf)
  if (typeof said !== 'object' || said === null) return said
  return Object.fromEntries(
    Object.entries(said)
      .filter(([name]) => NEEDED.has(name))
      .map(([name, value]) => [name, neededOf(value)]),
  )
}
