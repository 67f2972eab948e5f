import type { Schema } from '#contract'
import { dateFormat, relativeFormat } from '#rules/formats.ts'
import type { Currency } from '#rules/providers/facts.ts'
import { isPaidKind } from '#rules/providers/registry.ts'
import { typedCents } from '#rules/price.ts'
import { currencyOf, orderState } from './orderStatus.ts'

type Order = Schema<'PlacedOrder'>
/** The first order of a day in a list, and what was paid for the day's; cents by currency. */
export type Day = { time: number; paid: ReadonlyMap<Currency, number> | undefined }

/**
 * The days of a list that is sorted by age, by the number of the order each begins with.
 *
 * Of a day whose last order may not be loaded yet, what was paid is not known.
 */
export function daysOf(orders: readonly Order[], hasMore: boolean): ReadonlyMap<string, Day> {
  const days = Object.values(Object.groupBy(orders, ({ createTime }) => dayOf(createTime)))
  return new Map(
    days.flatMap((some = [], at) => {
      const [first] = some
      if (!first) return []
      const isWhole = !hasMore || at < days.length - 1
      return [
        [first.orderId, { time: first.createTime, paid: isWhole ? paidOf(some) : undefined }],
      ] as const
    }),
  )
}

const dayOf = (time: number) => new Date(time).toDateString()

/** What was paid for orders, refunded since or not; currencies are never added together. */
function paidOf(orders: readonly Order[]): Map<Currency, number> {
  const paid = new Map<Currency, number>()
  for (const order of orders) {
    const isPaid = ['paid', 'delivered', 'refunded'].includes(orderState(order))
    if (!isPaid || order.amount === null || !isPaidKind(order.kind)) continue
    const currency = currencyOf(order.kind)
    paid.set(currency, (paid.get(currency) ?? 0) + typedCents(order.amount))
  }
  return paid
}

/** A day by its name for the reader: today, yesterday, else its date; the year where it is another. */
export function dayName(time: number, locale: string, now: number): string {
  const noon = new Date(now)
  // Noon exists on every day, whatever daylight saving does at night.
  noon.setHours(12, 0, 0, 0)
  const ago = [0, 1].find((days) => dayOf(time) === dayOf(noon.getTime() - days * 86_400_000))
  if (ago !== undefined) {
    const name = relativeFormat(locale).format(-ago, 'day')
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  }
  const sameYear = new Date(time).getFullYear() === noon.getFullYear()
  return dateFormat(locale, {
    weekday: 'short',
    month: 'long',
    day: 'numeric',
    ...(!sameYear && { year: 'numeric' }),
  }).format(time)
}
