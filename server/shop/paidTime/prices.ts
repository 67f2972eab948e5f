import { type PlanPrices, priceOf } from '#rules/planPrices.ts'
import { nearestCents } from '#rules/price.ts'
import type { Currency } from '#rules/providers/facts.ts'
import { currencyOf, paidKinds } from '#rules/providers/registry.ts'

/** What a plan costs, cents. */
export function pricesOf(plan: PlanPrices): Record<Money, number> {
  return { cny: centsIn(plan, 'CNY'), usd: centsIn(plan, 'USD') }
}

/** The column in which what was paid in a currency is counted. */
export const moneyOf = (currency: Currency): Money => (currency === 'USD' ? 'usd' : 'cny')

type Money = 'cny' | 'usd'

/** By the first way of paying that takes the currency and sells the plan. */
function centsIn(plan: PlanPrices, currency: Currency): number {
  const ways = paidKinds().filter((kind) => currencyOf(kind) === currency)
  return ways.map((kind) => nearestCents(priceOf(plan, kind))).find((cents) => cents > 0) ?? 0
}
