import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { stateOfStatus } from '#rules/placed.ts'
import type { Currency } from '#rules/providers/facts.ts'
import {
  currencyOf as currencyOfKind,
  isPaidKind,
  MAIN_CURRENCY,
} from '#rules/providers/registry.ts'
import { typedCents } from '#rules/price.ts'
import type { stateColours } from '#ui/theme.ts'
import { currencyStyle } from '#rules/money.ts'

type Order = Pick<Schema<'PlacedOrder'>, 'kind' | 'status' | 'amount' | 'state' | 'failure'>

/** What the status of an order means, also for servers that do not send it. Spec 4. */
export function orderState({ state, status }: Order): Schema<'PlacedOrderState'> {
  return state ?? stateOfStatus(status)
}

/** The colour of an order's state: red means it needs attention. */
export function orderColour(order: Order): keyof typeof stateColours {
  if (order.failure) return 'red'
  const state = orderState(order)
  if (state === 'delivered') return 'green'
  if (state === 'paid') return 'amber'
  return state === 'created' ? 'blue' : 'grey'
}

/** What an amount of an order is in; kinds that cost nothing count as the first provider does. */
export function currencyOf(kind: Schema<'OrderKind'>): Currency {
  return isPaidKind(kind) ? currencyOfKind(kind) : MAIN_CURRENCY
}

/** An amount as `9.99` in the words of a language. */
export function priceText(amount: string, currency: string, locale: string): string {
  return numberFormat(locale, currencyStyle(currency, locale)).format(Number(amount))
}

/** How much of an order can still be paid back, in cents; 0 when it was not paid. */
export function refundableCents(order: Order & Pick<Schema<'PlacedOrder'>, 'refunded'>): number {
  if (order.amount === null || !['paid', 'delivered'].includes(orderState(order))) return 0
  return Math.max(0, typedCents(order.amount) - typedCents(order.refunded ?? '0'))
}
