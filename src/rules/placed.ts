/** What the status of an order means, whatever its kind calls it; `refunded` is wholly paid back. */
export type PlacedState = 'created' | 'paid' | 'delivered' | 'closed' | 'refunded'

/** The kinds of orders that cost money. */
export type PaidKind = 'alipay' | 'paypal'

type Placed = { kind: string; status: string; amount: number | null; refunded: number | null }

/** What each kind calls the states of the one machine. Spec 4. */
export const STATUS_OF = {
  alipay: {
    open: ['CREATE', 'WAIT_BUYER_PAY'],
    paid: 'TRADE_SUCCESS',
    delivered: 'FINISH',
    closed: 'TRADE_CLOSED',
  },
  paypal: { open: ['created'], paid: 'approved', delivered: 'finish', closed: 'closed' },
} as const

/** What each kind is paid in. */
export const CURRENCY = { alipay: 'CNY', paypal: 'USD' } as const

/** Tells whether orders of a kind cost money; the others take effect the moment they are made. */
export function isPaidKind(kind: string): kind is PaidKind {
  return Object.hasOwn(STATUS_OF, kind)
}

/** What the status of an order means. What older servers called otherwise is an end it came to. */
export function placedState({ kind, status, amount, refunded }: Placed): PlacedState {
  if (!isPaidKind(kind)) return 'delivered'
  const { open, paid, delivered } = STATUS_OF[kind]
  if (amount !== null && amount > 0 && (refunded ?? 0) >= amount) return 'refunded'
  if (status === delivered) return 'delivered'
  if (status === paid) return 'paid'
  return open.some((word) => word === status) ? 'created' : 'closed'
}
