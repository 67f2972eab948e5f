import type { Schema } from '#contract'
import { priceOf as planPriceOf } from '#rules/planPrices.ts'
import type { PaymentMethod } from './paymentMethods.ts'

/** The plan to be paid for, and how. */
export type Purchase = { plan: Schema<'Plan'>; way: PaymentMethod }

/** An order that waits for its money. */
export type Placed = {
  way: PaymentMethod
  /** What its state is asked by: our number, or for PayPal the one of PayPal. */
  id: string
  /** The text of the code, or the address of the page. */
  payAt: string
  amount?: string
  expireTime?: number
}

/** A paid order. */
export type Bought = Pick<Placed, 'way' | 'id'>

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
  | { at: 'collect'; way: PaymentMethod; approval: { paymentID: string; payerID: string } }
  | { at: 'returned'; way: PaymentMethod; paymentID: string }
  | { at: 'success'; bought?: Bought }
  | { at: 'error'; problem: string }

/** The price of an order; where it is not named, the plan's price is charged. */
export const priceOf = ({ plan, way }: Purchase, { amount }: Placed) =>
  amount === undefined ? planPriceOf(plan, way) : Number(amount)
