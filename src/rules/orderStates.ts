import { UNPRICED, DELIVERED, OPEN, PAID, STATUS_OF, stateOfStatus } from './placed.ts'

const { alipay, paypal } = STATUS_OF

/** The states an order can be in, with any payment provider. Spec 4. */
export const ORDER_STATUSES = [
  ...OPEN,
  ...PAID,
  ...DELIVERED,
  alipay.closed,
  paypal.closed,
] as const

/** The states the admin can filter orders by; at first all are on. Spec 4. */
export const ORDER_FILTER = [...alipay.open, alipay.paid, alipay.delivered, alipay.closed] as const

const PAYPAL: Readonly<Record<string, string>> = {
  [alipay.open[0]]: paypal.open[0],
  [alipay.paid]: paypal.paid,
  [alipay.delivered]: paypal.delivered,
}

/** PayPal's word for a state of the filter; undefined if it has none. Spec 4. */
export function toPaypalStatus(status: string): string | undefined {
  return Object.hasOwn(PAYPAL, status) ? PAYPAL[status] : undefined
}

/** The filter's word for a state of a PayPal order; one that only PayPal has stays. Spec 4. */
export function fromPaypalStatus(status: string): string {
  return Object.entries(PAYPAL).find(([, theirs]) => theirs === status)?.[0] ?? status
}

/** Whether the money of an order has arrived, so that the person need not wait. Spec 4. */
export function isPaid(status: string): boolean {
  // Orders by recharge code cost no money.
  return ['paid', 'delivered'].includes(stateOfStatus(status)) && status !== UNPRICED.giftcard
}
