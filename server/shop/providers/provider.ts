import type { Currency } from '#rules/providers/facts.ts'

/** A provider's statement about one of our orders. */
export type Statement = {
  kind: string
  /** Our number of the order. */
  orderId: string
  /**
   * `waiting`: the payer has not paid (`seen` once there is a trade at all, or the payer approved).
   * `checking`: they have, and the provider reviews it before it counts.
   */
  status: 'waiting' | 'seen' | 'checking' | 'paid' | 'closed'
  /** The provider's id of the payment it collected. */
  paymentId: string | null
  /** Cents that were paid; null while nothing was, or where the amount is invalid. */
  amount: number | null
  currency: string
  /**
   * Cents of the payment that went back to the payer so far, in all and whoever asked for it; `some`
   * where the provider only says that it was a part. Absent where it says nothing of it.
   */
  returned?: number | 'some'
  /** The reply or notice itself, without secrets. */
  data: object
}

/** A dispute, in which the payer asks the provider to take money back. */
export type Dispute = {
  id: string
  /** The provider's ids of the payments it is about. */
  paymentIds: string[]
  /** The payer's reason, a bare word of the provider. */
  reason: string
  isOpen: boolean
  /** Cents the provider gave back by it; 0 while it is open. */
  returned: number
}

/** An order as a provider needs it. */
export type OrderToCollect = {
  /** Our number. */
  orderId: string
  /** The provider's id, if it has assigned one. */
  providerId: string | null
  /** Cents. */
  amount: number
  /** What the payer reads. */
  subject: string
}

/**
 * One provider, as the operator configured it.
 *
 * Every call ends within 10 s, is idempotent, and throws `ProviderFailure` when the provider fails
 * or is unreachable.
 */
export type Provider = {
  kind: string
  currency: Currency
  /**
   * Places the order with the provider. `qrCode` is how the payer finds it there: the text of a QR
   * code, or the address of a page.
   */
  create: (order: OrderToCollect) => Promise<{ providerId: string | null; qrCode: string | null }>
  /** The provider's current statement about an order. */
  query: (order: OrderToCollect) => Promise<Statement>
  /** Collects what the payer approved; collecting twice is no error. */
  collect: (order: OrderToCollect) => Promise<Statement>
  /**
   * Prevents later payment of an unpaid order, where the provider can; otherwise it expires there.
   */
  close: (order: OrderToCollect) => Promise<void>
  /**
   * A payer's dispute of payments, by the provider's id of it; absent where the provider has no such
   * thing. Throws `ProviderFailure` with `refused` where this app may not read it.
   */
  dispute?: (id: string) => Promise<Dispute>
  /** Refunds cents of a paid order; the same `requestId` (at most 64 characters) refunds once. */
  refund: (
    order: OrderToCollect & { paymentId: string | null },
    amount: number,
    requestId: string,
  ) => Promise<object>
}

/**
 * A call to a provider failed: `unreachable` may work later, `refused` will not.
 *
 * The message is a bare code, the provider's own where it has one (`INSTRUMENT_DECLINED`), and
 * never holds a secret: it may be shown and stored.
 */
export class ProviderFailure extends Error {
  readonly reason: 'unreachable' | 'refused'
  constructor(reason: 'unreachable' | 'refused', message: string) {
    super(message)
    this.reason = reason
  }
}
