import { type PlanPrices, pricesBy, withPrices } from '#rules/planPrices.ts'
import { parsePrice } from '#rules/price.ts'
import { type FieldKind, isFieldKind, paidKinds } from '#rules/providers/registry.ts'

/** The prices of a plan as they are typed, by the kind of who is paid. */
export type PriceDraft = Record<FieldKind, string>

/** The prices of a plan as they can be changed. */
export const priceDraftOf = (plan: Partial<PlanPrices>): PriceDraft =>
  Object.fromEntries(
    Object.entries(pricesBy(plan)).map(([kind, price]) => [kind, String(price)]),
  ) as PriceDraft

/** The fields of a draft that are prices; the types know those with a field on the wire only. */
export const priceNames = (draft: PriceDraft): FieldKind[] =>
  paidKinds().filter((kind) => Object.hasOwn(draft, kind)) as FieldKind[]

/** The prices of a draft, in units; 0 for what is none. Those that are left out stay as they are. */
export function pricesTyped(draft: PriceDraft): PlanPrices {
  const prices = priceNames(draft).map((kind) => [kind, parsePrice(draft[kind]) ?? 0] as const)
  const others = prices.filter(([kind]) => !isFieldKind(kind))
  return {
    ...withPrices(Object.fromEntries(prices)),
    ...(others.length > 0 && { prices: Object.fromEntries(others) }),
  }
}
