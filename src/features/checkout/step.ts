import type { Schema } from '#contract'
import type { PaymentMethod } from './paymentMethods.ts'

/** The plan to be paid for, and how. */
export type Purchase = { plan: Schema<'Plan'>; way: PaymentMethod }

/** An order that waits for its money. */
export type Placed =
  | { way: 'alipay'; orderId: string; qrCode: string; amount?: string; expireTime?: number }
  | { way: 'paypal'; paymentID: string; approvalUrl: string; amount?: string }

/** A paid order. */
export type Bought = { way: 'alipay'; orderId: string } | { way: 'paypal'; paymentID: string }

/**
 * The step of the checkout. Spec 4: type, loading, choose, pay, comment,
 * giftcard, success, error.
 */
export type Step =
  | { at: 'type' }
  | { at: 'choose' }
  | { at: 'comment'; purchase: Purchase }
  | { at: 'loading'; purchase: Purchase }
  | { at: 'pay'; purchase: Purchase; placed: Placed }
  | { at: 'giftcard' }
  | { at: 'collect'; approval: { paymentID: string; payerID: string } }
  | { at: 'returned'; paymentID: string }
  | { at: 'success'; bought?: Bought }
  | { at: 'error'; problem: string }

/** The price of an order; where it is not named, the plan's price is charged. */
export const priceOf = ({ plan, way }: Purchase, { amount }: Placed) =>
  amount === undefined ? plan[way] : Number(amount)
