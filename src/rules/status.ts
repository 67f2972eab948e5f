import { UNPRICED, DELIVERED, OPEN, PAID, STATUS_OF, stateOfStatus } from './placed.ts'

const { alipay, paypal } = STATUS_OF

/** The states an order can be in, whoever took the payment. Spec 4. */
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

/** What paypal calls a state of the filter; undefined if it knows none like it. Spec 4. */
export function toPaypalStatus(status: string): string | undefined {
  return Object.hasOwn(PAYPAL, status) ? PAYPAL[status] : undefined
}

/** What the filter calls a state of a paypal order; one that only paypal knows stays. Spec 4. */
export function fromPaypalStatus(status: string): string {
  return Object.entries(PAYPAL).find(([, theirs]) => theirs === status)?.[0] ?? status
}

/** Tells whether the money of an order has come, so that the person need not wait. Spec 4. */
export function isPaid(status: string): boolean {
  // Nobody pays money for what a recharge code gives.
  return ['paid', 'delivered'].includes(stateOfStatus(status)) && status !== UNPRICED.giftcard
}
