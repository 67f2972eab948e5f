/** What the status of an order means, regardless of its kind's word; `refunded` is refunded in full. */
export type PlacedState = 'created' | 'paid' | 'delivered' | 'closed' | 'refunded'

/** The kinds of orders that cost money. */
export type PaidKind = 'alipay' | 'paypal'

type Placed = { kind: string; status: string; amount: number | null; refunded: number | null }

/** Each kind's words for the states of the one state machine. Spec 4. */
export const STATUS_OF = {
  alipay: {
    open: ['CREATE', 'WAIT_BUYER_PAY'],
    paid: 'TRADE_SUCCESS',
    delivered: 'FINISH',
    closed: 'TRADE_CLOSED',
  },
  paypal: { open: ['created'], paid: 'approved', delivered: 'finish', closed: 'closed' },
} as const

/** The words of the kinds without a price for their only state. */
export const UNPRICED = { giftcard: 'USED', refOrder: 'FINISH' } as const

const { alipay, paypal } = STATUS_OF

/** The statuses of an unpaid order, of any kind. */
export const OPEN = [...alipay.open, ...paypal.open] as const

/** The statuses of an order that is paid and not delivered. */
export const PAID = [alipay.paid, paypal.paid] as const

/** The statuses of a delivered order. */
export const DELIVERED = [alipay.delivered, paypal.delivered, UNPRICED.giftcard] as const

/** What each kind is paid in. */
export const CURRENCY = { alipay: 'CNY', paypal: 'USD' } as const

/** One of the currencies orders are paid in. */
export type Currency = (typeof CURRENCY)[PaidKind]

/** Whether orders of a kind cost money; the others take effect as soon as they are created. */
export function isPaidKind(kind: string): kind is PaidKind {
  return Object.hasOwn(STATUS_OF, kind)
}

/** What the status of an order means. Other words are final states. */
export function placedState({ kind, status, amount, refunded }: Placed): PlacedState {
  if (!isPaidKind(kind)) return 'delivered'
  if (amount !== null && amount > 0 && (refunded ?? 0) >= amount) return 'refunded'
  // The words of one kind mean nothing in the other.
  return isOneOf(Object.values(STATUS_OF[kind]).flat(), status) ? stateOfStatus(status) : 'closed'
}

/** The same by the status alone, where kind and amount are not reported. */
export function stateOfStatus(status: string): Exclude<PlacedState, 'refunded'> {
  if (isOneOf(DELIVERED, status)) return 'delivered'
  if (isOneOf(PAID, status)) return 'paid'
  return isOneOf(OPEN, status) ? 'created' : 'closed'
}

const isOneOf = (words: readonly string[], status: string) => words.includes(status)
