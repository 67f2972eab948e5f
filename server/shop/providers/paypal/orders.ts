import { paypal as facts } from '#rules/providers/paypal.ts'
import { decimalCents, toDecimal } from '#rules/price.ts'
import { answered, once, type PaypalOrder, paypalApi } from './api.ts'
import { disputeOf, returnedOf } from './returned.ts'
import { withAccessToken, type PaypalLogin } from './token.ts'
import { TIMEOUT_MS } from '../timeout.ts'
import { type OrderToCollect, type Provider, ProviderFailure, type Statement } from '../provider.ts'

/** The configuration for payments by PayPal. */
export type PaypalKeys = PaypalLogin & {
  /** Where the payer returns to, approved or not. PayPal adds `token`, and `PayerID` if so. */
  returnUrl: string
  /** Name of the site, on PayPal's page. */
  brand: string
}

const MAX_TEXT_LETTERS = 127
const MADE_UP = 'SLUICE00000000000'
const NOT_THERE = 'RESOURCE_NOT_FOUND'

/**
 * PayPal's Orders v2: we create an order, the payer approves it on PayPal's page, we capture it.
 *
 * `check` queries an order that does not exist, which proves the credentials. `now` in ms,
 * `timeoutMs` too.
 */
export function makePaypal(keys: PaypalKeys, now: () => number, timeoutMs = TIMEOUT_MS) {
  const api = paypalApi(keys.base, withAccessToken(keys, now))
  const soon = () => AbortSignal.timeout(timeoutMs)

  const read = (id: string, signal: AbortSignal) =>
    answered(api.GET('/v2/checkout/orders/{id}', { params: { path: { id } }, signal }))

  const provider: Provider = {
    kind: facts.kind,
    currency: facts.currency,
    async create(order) {
      const made = await answered(
        api.POST('/v2/checkout/orders', {
          params: { header: once(`create-${order.orderId}`) },
          body: orderOf(order, keys),
          signal: soon(),
        }),
      )
      const page = made.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      if (!made.id || !page) throw new ProviderFailure('unreachable', 'no reply of PayPal')
      return { providerId: made.id, qrCode: page.href }
    },
    async query(order) {
      if (order.providerId === null) return { ...nothingOf(order), data: {} }
      try {
        return statementOf(order, await read(order.providerId, soon()))
      } catch (error) {
        // PayPal deletes orders without an approval within hours.
        if (!isWord(error, NOT_THERE)) throw error
        return { ...nothingOf(order), status: 'closed', data: { name: NOT_THERE } }
      }
    },
    async collect(order) {
      const id = order.providerId
      if (id === null) throw new ProviderFailure('refused', 'ORDER_NOT_APPROVED')
      const signal = soon()
      const current = await read(id, signal)
      if (current.status === 'COMPLETED') return statementOf(order, current)
      // A refusal is cached under its id as well: an approval with another card needs another id.
      const requestId = `collect-${order.orderId}-${current.update_time ?? ''}`.slice(0, 108)
      try {
        const collected = await answered(
          api.POST('/v2/checkout/orders/{id}/capture', {
            params: { path: { id }, header: once(requestId) },
            body: {},
            signal,
          }),
        )
        return statementOf(order, collected)
      } catch (error) {
        if (!isWord(error, 'ORDER_ALREADY_CAPTURED')) throw error
        return statementOf(order, await read(id, signal))
      }
    },
    async dispute(id) {
      const path = '/v1/customer/disputes/{id}'
      return disputeOf(
        id,
        await answered(api.GET(path, { params: { path: { id } }, signal: soon() })),
      )
    },
    // PayPal has no such call; an order that is never captured costs nothing.
    close: async () => {},
    async refund({ paymentId: id }, amount, requestId) {
      if (id === null) throw new ProviderFailure('refused', 'no payment')
      const refund = await answered(
        api.POST('/v2/payments/captures/{id}/refund', {
          params: { path: { id }, header: once(requestId) },
          body: { amount: { currency_code: facts.currency, value: toDecimal(amount) } },
          signal: soon(),
        }),
      )
      if (refund.status === 'FAILED' || refund.status === 'CANCELLED')
        throw new ProviderFailure('refused', refund.status)
      return refund
    },
  }

  return {
    provider,
    async check(): Promise<void> {
      try {
        await read(MADE_UP, soon())
      } catch (error) {
        if (!isWord(error, NOT_THERE)) throw error
      }
    },
  }
}

function orderOf({ orderId, amount, subject }: OrderToCollect, keys: PaypalKeys) {
  const { returnUrl, brand } = keys
  return {
    intent: 'CAPTURE' as const,
    purchase_units: [
      {
        custom_id: orderId,
        // PayPal refuses to capture the same invoice twice.
        invoice_id: orderId,
        description: subject.slice(0, MAX_TEXT_LETTERS),
        amount: { currency_code: facts.currency, value: toDecimal(amount) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: returnUrl,
          user_action: 'PAY_NOW' as const,
          shipping_preference: 'NO_SHIPPING' as const,
          brand_name: brand.slice(0, MAX_TEXT_LETTERS),
        },
      },
    },
  }
}

const nothingOf = ({ orderId }: OrderToCollect) => ({
  kind: facts.kind,
  orderId,
  status: 'waiting' as const,
  paymentId: null,
  amount: null,
  currency: facts.currency,
})

function statementOf(order: OrderToCollect, said: PaypalOrder): Statement {
  const unit = said.purchase_units?.[0]
  if (unit?.custom_id !== order.orderId) throw new ProviderFailure('refused', 'another order')
  const captures = unit.payments?.captures ?? []
  const capture = captures.find(({ status }) => PAID.includes(String(status))) ?? captures[0]
  const nothing = { ...nothingOf(order), data: said }
  if (capture && PAID.includes(String(capture.status))) {
    const amount = decimalCents(capture.amount?.value)
    const currency = capture.amount?.currency_code ?? ''
    const returned = returnedOf(String(capture.status), amount ?? 0, unit.payments?.refunds)
    const paid = { ...nothing, status: 'paid' as const, paymentId: capture.id ?? null }
    return { ...paid, amount, currency, ...(returned === 0 ? {} : { returned }) }
  }
  const isOver = said.status === 'VOIDED' || isFailed(capture?.status)
  if (isOver) return { ...nothing, status: 'closed' }
  // Captured, and neither paid nor refused: under review, which may take days.
  if (capture) return { ...nothing, status: 'checking', paymentId: capture.id ?? '' }
  return { ...nothing, status: said.status === 'APPROVED' ? 'seen' : 'waiting' }
}

/** A payment that went back had been paid. */
const PAID = ['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'REVERSED']

const isFailed = (status: unknown) => status === 'DECLINED' || status === 'FAILED'

const isWord = (error: unknown, word: string) =>
  error instanceof ProviderFailure && error.message === word
