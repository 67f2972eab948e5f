/** What is needed of a statement of Alipay: numbers, states, times, amounts, and why it refused. */
export const NEEDED: readonly string[] =
  `app_id code msg sub_code sub_msg trade_no out_trade_no out_request_no out_biz_no trade_status
  total_amount receipt_amount invoice_amount buyer_pay_amount point_amount refund_fee refund_amount
  send_back_fee fund_change gmt_create gmt_payment gmt_refund gmt_refund_pay gmt_close send_pay_date
  notify_id notify_type notify_time seller_id trans_currency pay_currency settle_currency`.split(
    /\s+/,
  )
