/** The states an order can be in, whoever took the payment. Spec 4. */
export const ORDER_STATUSES = [
  'CREATE',
  'WAIT_BUYER_PAY',
  'TRADE_SUCCESS',
  'FINISH',
  'USED',
  'TRADE_CLOSED',
  'created',
  'approved',
  'finish',
  'closed',
] as const

/** The states the admin can filter orders by; at first all are on. Spec 4. */
export const ORDER_FILTER = [
  'CREATE',
  'WAIT_BUYER_PAY',
  'TRADE_SUCCESS',
  'FINISH',
  'TRADE_CLOSED',
] as const

const PAYPAL: Readonly<Record<string, string>> = {
  CREATE: 'created',
  TRADE_SUCCESS: 'approved',
  FINISH: 'finish',
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
  return ['TRADE_SUCCESS', 'FINISH', 'approved', 'finish'].includes(status)
}
