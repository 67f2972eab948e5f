import { DELIVERED, OPEN, PAID, stateOfStatus, UNPRICED } from './placed.ts'
import { PLAIN_WORDS } from './providers/facts.ts'
import { allFacts, paidKinds, wordsOfKind } from './providers/registry.ts'

/** The states an order can be in, with any payment provider. Spec 4. */
export const ORDER_STATUSES: readonly string[] = [
  ...OPEN,
  ...PAID,
  ...DELIVERED,
  ...allFacts().map(({ words }) => words.closed),
]

/** The states the admin can filter orders by; at first all are on. Spec 4. */
export const ORDER_FILTER = [
  'CREATE',
  'WAIT_BUYER_PAY',
  'TRADE_SUCCESS',
  'FINISH',
  'TRADE_CLOSED',
] as const

const PLAIN: Readonly<Record<string, string>> = {
  CREATE: PLAIN_WORDS.open[0],
  TRADE_SUCCESS: PLAIN_WORDS.paid,
  FINISH: PLAIN_WORDS.delivered,
}

/** The plain word for a state of the filter; undefined if there is none. Spec 4. */
export function toPlainStatus(status: string): string | undefined {
  return Object.hasOwn(PLAIN, status) ? PLAIN[status] : undefined
}

/** The filter's word for a plain state; one that the filter does not have stays. Spec 4. */
export function fromPlainStatus(status: string): string {
  return Object.entries(PLAIN).find(([, theirs]) => theirs === status)?.[0] ?? status
}

/** Whether orders of a kind are stored by the plain words; the others are by those of the filter. */
export const isPlain = (kind: string): boolean => wordsOfKind(kind) === PLAIN_WORDS

/** The kinds that cost money, by whether they are stored by the plain words. */
export const paidKindsOf = (plain: boolean): string[] =>
  paidKinds().filter((kind) => isPlain(kind) === plain)

/** Whether the money of an order has arrived, so that the person need not wait. Spec 4. */
export function isPaid(status: string): boolean {
  // Orders by recharge code cost no money.
  return ['paid', 'delivered'].includes(stateOfStatus(status)) && status !== UNPRICED.giftcard
}
