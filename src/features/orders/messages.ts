import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why an order was not paid back. */
export const refundRefusals: Refusals<
  'refundAlipayOrder' | 'refundPaypalOrder' | 'refundPaymentOrder'
> = {
  'not paid': msg`This order is not paid, so there is nothing to refund.`,
  'more than left': msg`That is more than is left to refund.`,
  'provider refused': msg`The payment service refused. See the order’s history for its reason.`,
  'provider unreachable': msg`The payment service did not answer. The refund is retried automatically; do not repeat it.`,
  'provider not set up': msg`The payment service of this order is not set up, so nothing was refunded. Set it up first.`,
  otherwise: msg`The order was not refunded.`,
}

/** Why an order was not changed. */
export const retryRefusals: Refusals<'retryPlacedOrder'> = {
  'provider refused': msg`The payment service does not know this order.`,
  'provider unreachable': msg`The payment service did not answer. Try again later; nothing is lost.`,
  'provider not set up': msg`The payment service of this order is not set up, so it could not be asked. Set it up first.`,
  otherwise: msg`The order could not be tried again.`,
}

/** Why the review of an order was not stored. */
export const reviewRefusals: Refusals<'reviewPlacedOrder'> = {
  otherwise: msg`The order was not changed.`,
}

/** Why the table was not created. */
export const exportRefusals: Refusals<'exportAlipayOrders'> = {
  otherwise: msg`You do not have permission to download these orders.`,
}
