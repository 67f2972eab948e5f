import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { isPaid } from '#rules/status.ts'
import type { stateColours } from '#ui/theme.ts'

type Order = Pick<Schema<'PlacedOrder'>, 'kind' | 'status' | 'amount' | 'state' | 'failure'>

/** What the status of an order means, also for servers that do not tell it. Spec 4. */
export function orderState({ state, status }: Order): Schema<'PlacedOrderState'> {
  if (state) return state
  if (['FINISH', 'finish', 'USED'].includes(status)) return 'delivered'
  if (isPaid(status)) return 'paid'
  return ['CREATE', 'WAIT_BUYER_PAY', 'created'].includes(status) ? 'created' : 'closed'
}

/** The colour of an order's state: red is for what somebody should look at. */
export function orderColour(order: Order): keyof typeof stateColours {
  if (order.failure) return 'red'
  const state = orderState(order)
  if (state === 'delivered') return 'green'
  if (state === 'paid') return 'amber'
  return state === 'created' ? 'blue' : 'grey'
}

/** What an amount of an order is in; Alipay takes CNY, PayPal USD. */
export function currencyOf(kind: Schema<'OrderKind'>): 'CNY' | 'USD' {
  return kind === 'paypal' ? 'USD' : 'CNY'
}

/** An amount as `9.99` in the words of a language. */
export function priceText(amount: string, currency: string, locale: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return numberFormat(locale, style).format(Number(amount))
}

/** How much of an order can still be paid back, in cents; 0 when it was not paid. */
export function refundableCents(order: Order & Pick<Schema<'PlacedOrder'>, 'refunded'>): number {
  if (order.amount === null || !['paid', 'delivered'].includes(orderState(order))) return 0
  return Math.max(0, toCents(order.amount) - toCents(order.refunded ?? '0'))
}

/** An amount as typed, `9.99`, in cents; not a number for what is none. */
export function toCents(amount: string): number {
  return /^\d{1,6}([.,]\d{1,2})?$/.test(amount.trim())
    ? Math.round(Number(amount.trim().replace(',', '.')) * 100)
    : Number.NaN
}

/** Cents as the wire wants them, `9.99`. */
export function fromCents(cents: number): string {
  return (cents / 100).toFixed(2)
}
