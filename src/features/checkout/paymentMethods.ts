import type { Schema } from '#contract'
import { methodsOn } from '#features/providers/on.ts'

/** A way of paying with money, by its kind. */
export type PaymentMethod = string

/** The ways of paying with money that are switched on. */
export const paymentMethodsOf = (status: Schema<'Status'> | undefined): PaymentMethod[] =>
  methodsOn(status)

/** Whether there is anything at all a customer can do by themselves: pay, or use a code. */
export function canPay(status: Schema<'Status'> | undefined): boolean {
  return paymentMethodsOf(status).length > 0 || status?.giftcard === true
}
