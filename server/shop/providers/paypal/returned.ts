import { decimalCents } from '#rules/price.ts'
import type { PaypalDispute, PaypalRefund } from './api.ts'
import type { Dispute } from '../provider.ts'

/**
 * Cents of a captured payment that went back, by our refunds and all others; `some` where PayPal says
 * that a part went back and not how much.
 */
export function returnedOf(
  status: string,
  amount: number,
  refunds: readonly PaypalRefund[] = [],
): number | 'some' {
  if (status === 'REFUNDED' || status === 'REVERSED') return amount
  // One that waits or failed is no money yet.
  const done = refunds.filter((refund) => refund.status === 'COMPLETED')
  const sum = done.reduce((all, refund) => all + (decimalCents(refund.amount?.value) ?? 0), 0)
  const totals = done.map(({ seller_payable_breakdown: breakdown }) =>
    decimalCents(breakdown?.total_refunded_amount?.value),
  )
  const known = Math.max(sum, ...totals.map((total) => total ?? 0))
  return known === 0 && status === 'PARTIALLY_REFUNDED' ? 'some' : known
}

/** What a dispute came to: money is given back only where it was decided for the payer. */
const FOR_PAYER = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_BUYER_FAVOR', 'ACCEPTED']

/** A dispute as PayPal describes it. */
export function disputeOf(id: string, said: PaypalDispute): Dispute {
  const { status, reason = '', disputed_transactions: payments = [], dispute_outcome: end } = said
  const isOpen = status !== 'RESOLVED'
  const isLost = !isOpen && FOR_PAYER.includes(end?.outcome_code ?? '')
  const money = end?.amount_refunded ?? said.dispute_amount
  return {
    id,
    paymentIds: payments.flatMap(({ seller_transaction_id: payment }) => payment ?? []),
    reason: /^[A-Z_]{1,64}$/.test(reason) ? reason : '',
    isOpen,
    returned: isLost ? (decimalCents(money?.value) ?? 0) : 0,
  }
}
