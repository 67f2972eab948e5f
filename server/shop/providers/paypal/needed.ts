/** What is needed of a statement of PayPal: numbers, states, times, amounts, and why it refused. */
export const NEEDED: readonly string[] =
  `id name message debug_id intent status status_details reason details issue description field
  create_time update_time custom_id invoice_id reference_id currency_code value amount
  purchase_units payments captures authorizations refunds final_capture
  seller_receivable_breakdown seller_payable_breakdown gross_amount paypal_fee net_amount
  total_refunded_amount`.split(/\s+/)
