import type { Currency } from '#rules/placed.ts'
/** Who collects money for us. */
export type ProviderKind = 'alipay' | 'paypal'

/** What a provider says of one of our orders. */
export type Statement = {
  kind: ProviderKind
  /** Our number of the order. */
  orderId: string
  /**
   * `waiting`: the payer has not paid (`seen` once there is a trade at all, or the payer agreed).
   * `checking`: they have, and the provider looks into it before it counts.
   */
  status: 'waiting' | 'seen' | 'checking' | 'paid' | 'closed'
  /** What the provider calls the payment it collected. */
  paymentId: string | null
  /** Cents that were paid; null while nothing was, or where what was said is no amount. */
  amount: number | null
  currency: string
  /** The reply or notice itself, without secrets. */
  data: object
}

/** An order as a provider needs it. */
export type OrderToCollect = {
  /** Our number. */
  orderId: string
  /** What the provider calls it, if it has named it. */
  providerId: string | null
  /** Cents. */
  amount: number
  /** What the payer reads. */
  subject: string
}

/**
 * One provider, as the operator set it up.
 *
 * Every call is over within 10 s, may be repeated without doing anything twice, and throws
 * `ProviderFailure` when the provider fails or is out of reach.
 */
export type Provider = {
  kind: ProviderKind
  currency: Currency
  /**
   * Tells the provider of an order. `qrCode` is how the payer finds it there: the text of a QR code
   * (Alipay), the address of a page (PayPal).
   */
  create: (order: OrderToCollect) => Promise<{ providerId: string | null; qrCode: string | null }>
  /** What the provider knows of an order. */
  ask: (order: OrderToCollect) => Promise<Statement>
  /** Collects what the payer agreed to; asking again for a collected order is no error. */
  collect: (order: OrderToCollect) => Promise<Statement>
  /** Keeps an order nobody paid from being paid later, where the provider can; else it runs out there. */
  close: (order: OrderToCollect) => Promise<void>
  /** Pays back cents of a paid order; the same `requestId` (at most 64 characters) pays back once. */
  refund: (
    order: OrderToCollect & { paymentId: string | null },
    amount: number,
    requestId: string,
  ) => Promise<object>
}

/**
 * A provider did not do what it was asked: `unreachable` may work later, `refused` will not.
 *
 * The message is a bare word, the provider's own where it has one (`INSTRUMENT_DECLINED`), and never
 * holds a secret: it may be shown and kept.
 */
export class ProviderFailure extends Error {
  readonly reason: 'unreachable' | 'refused'
  constructor(reason: 'unreachable' | 'refused', message: string) {
    super(message)
    this.reason = reason
  }
}
