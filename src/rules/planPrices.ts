import { type FieldKind, fieldKinds, isFieldKind, paidKinds } from './providers/registry.ts'

/** What a plan costs by each way of paying, in units; 0 or nothing is not sold that way. */
export type PlanPrices = Record<FieldKind, number> & { prices?: Record<string, number> }

/** The price of a plan by one way of paying; 0 where it is not sold that way. */
export function priceOf(plan: Partial<PlanPrices>, kind: string): number {
  return (isFieldKind(kind) ? plan[kind] : plan.prices?.[kind]) ?? 0
}

/** Prices by the kind of who is paid, as a plan has them: some in fields, the others in a list. */
export function withPrices(prices: Readonly<Record<string, number>>): PlanPrices {
  const fields = Object.fromEntries(fieldKinds().map((kind) => [kind, prices[kind] ?? 0]))
  const others = Object.entries(prices).filter(([kind, price]) => !isFieldKind(kind) && price > 0)
  return {
    ...(fields as Record<FieldKind, number>),
    ...(others.length > 0 && { prices: Object.fromEntries(others) }),
  }
}

/** The prices of a plan by the kind of who is paid, each with what `change` makes of it. */
export function pricesBy(
  plan: Partial<PlanPrices>,
  change: (price: number) => number = (price) => price,
): Record<string, number> {
  const kinds = new Set([...paidKinds(), ...Object.keys(plan.prices ?? {})])
  return Object.fromEntries([...kinds].map((kind) => [kind, change(priceOf(plan, kind))]))
}

/** Whether a plan can be bought with money at all. */
export const isSold = (plan: Partial<PlanPrices>): boolean =>
  Object.values(pricesBy(plan)).some((price) => price > 0)

/** The column of a table of plans that holds the price by a way of paying, in cents. */
export const centsColumn = <Kind extends string>(kind: Kind) => `${kind}Cents` as const
