import { nearestCents } from '#rules/price.ts'

/** What a plan costs, cents. */
export function pricesOf({ alipay, paypal }: { alipay: number; paypal: number }) {
  return { cny: nearestCents(alipay), usd: nearestCents(paypal) }
}
