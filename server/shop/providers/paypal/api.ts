import type { CreateOrderRequestBody } from '@paypal/paypal-js'
import createClient from 'openapi-fetch'
import { ProviderFailure } from '../provider.ts'

/** The fields of PayPal's order that are read here; any may be missing. */
export type PaypalOrder = {
  id?: string
  status?: string
  update_time?: string
  links?: { rel?: string; href: string }[]
  purchase_units?: {
    custom_id?: string
    payments?: { captures?: PaypalCapture[]; refunds?: PaypalRefund[] }
  }[]
}

type PaypalCapture = {
  id?: string
  status?: string
  amount?: PaypalMoney
}

type PaypalMoney = { currency_code?: string; value?: string }

/** A refund as PayPal describes it. */
export type PaypalRefund = {
  id?: string
  status?: string
  amount?: PaypalMoney
  seller_payable_breakdown?: { total_refunded_amount?: PaypalMoney }
}

/** The fields of a dispute that are read here; any may be missing. */
export type PaypalDispute = {
  dispute_id?: string
  status?: string
  reason?: string
  disputed_transactions?: { seller_transaction_id?: string }[]
  dispute_outcome?: { outcome_code?: string; amount_refunded?: PaypalMoney }
  dispute_amount?: PaypalMoney
}

/** The code by which PayPal rejects an unknown client id and secret. */
export const INVALID_CLIENT = 'invalid_client'

type Json<Body> = { content: { 'application/json': Body } }
type Created<Body> = { responses: { 200: Json<Body>; 201: Json<Body> } }
type Once = { 'PayPal-Request-Id': string; Prefer: 'return=representation' }
type Named = { id: string }

/** The part of PayPal's API that is used here: Orders v2, refunds, and disputes. */
type Paths = {
  '/v2/checkout/orders': {
    post: Created<PaypalOrder> & {
      parameters: { header: Once }
      requestBody: Json<CreateOrderRequestBody>
    }
  }
  '/v2/checkout/orders/{id}': {
    get: { parameters: { path: Named }; responses: { 200: Json<PaypalOrder> } }
  }
  '/v2/checkout/orders/{id}/capture': {
    post: Created<PaypalOrder> & {
      parameters: { path: Named; header: Once }
      requestBody: Json<Record<string, never>>
    }
  }
  '/v2/payments/captures/{id}/refund': {
    post: Created<PaypalRefund> & {
      parameters: { path: Named; header: Once }
      requestBody: Json<{ amount: { currency_code: string; value: string } }>
    }
  }
  '/v1/customer/disputes/{id}': {
    get: { parameters: { path: Named }; responses: { 200: Json<PaypalDispute> } }
  }
}

/** PayPal's API at `base`; `send` is a `fetch` that authenticates. */
export function paypalApi(base: string, send: (request: Request) => Promise<Response>) {
  return createClient<Paths>({ baseUrl: base, fetch: send, redirect: 'error' })
}

/** Makes a call idempotent, and PayPal return the full representation. */
export const once = (requestId: string): Once => ({
  'PayPal-Request-Id': requestId,
  Prefer: 'return=representation',
})

/** PayPal's answer. Failures carry its own code, such as `INSTRUMENT_DECLINED`. */
export async function answered<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  try {
    const { data, error, response } = await call
    if (response.ok && typeof data === 'object' && data !== null) return data
    if (response.ok) throw new ProviderFailure('unreachable', 'no reply of PayPal')
    throw failureOf(response.status, error)
  } catch (error) {
    throw asFailure(error)
  }
}

/** The meaning of a reply's status. */
export function failureOf(status: number, said: unknown): ProviderFailure {
  const { name, error, details } = (said ?? {}) as Record<string, unknown>
  const issue = Array.isArray(details) ? (details[0] as { issue?: unknown } | null)?.issue : null
  // The issue is the more specific code, but `not found` has several.
  const words = status === 404 ? [name] : [issue, name, error]
  const word = words.find(isWord) ?? `HTTP ${status}`
  const mayWorkLater = status >= 500 || status === 429 || status === 408
  return new ProviderFailure(mayWorkLater ? 'unreachable' : 'refused', word)
}

/** Any error of the connection, as a failure. */
export function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  const { name } = error as Error
  if (name === 'TimeoutError') return new ProviderFailure('unreachable', 'timeout')
  if (name === 'SyntaxError') return new ProviderFailure('unreachable', 'no reply of PayPal')
  return new ProviderFailure('unreachable', 'no connection')
}

/** A code of PayPal that may be stored and shown. */
const isWord = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w.-]{1,64}$/.test(text)
