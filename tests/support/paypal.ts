import { randomBytes } from 'node:crypto'
import { type ReceivedRequest, page, type Reply, startFaulty } from './faults.ts'

const VALUE = /^\d{1,7}\.\d\d$/

type Money = { currency_code: string; value: string }
type Capture = { id: string; status: string; amount: Money; refunds: Refund[] }
type Refund = { id: string; status: string; amount: Money }
type Dispute = {
  dispute_id: string
  status: string
  reason: string
  disputed_transactions: { seller_transaction_id: string }[]
  dispute_outcome?: { outcome_code: string; amount_refunded?: Money }
}
type Order = {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  update_time: string
  purchase_units: { custom_id: string; invoice_id: string; description: string; amount: Money }[]
  returnUrl: string
  cancelUrl: string
  captures: Capture[]
}
type Sent = {
  intent?: string
  purchase_units?: Order['purchase_units']
  payment_source?: {
    paypal?: { experience_context?: { return_url?: string; cancel_url?: string } }
  }
  amount?: Money
}

/**
 * PayPal's OAuth, Orders v2 and refunds: it keeps orders, answers a repeated request id as the
 * first time, refusals too, and has a page where the payer agrees.
 */
export async function startPaypal() {
  const login = { clientId: 'client', clientSecret: `secret-${randomBytes(6).toString('hex')}` }
  const orders = new Map<string, Order>()
  const tokens = new Set<string>()
  const answered = new Map<string, Reply>()
  const invoices = new Set<string>()
  const disputes = new Map<string, Dispute>()
  // Whether the app has PayPal's feature of disputes.
  let readsDisputes = true
  // What becomes of the next capture.
  let outcome: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'INSTRUMENT_DECLINED' = 'COMPLETED'
  let allowed = true
  let changes = 0

  const server = await startFaulty<never>((requested) => {
    const { pathname } = requested.url
    if (pathname === '/v1/oauth2/token') return giveToken(requested)
    if (pathname === '/checkoutnow') return payPage(requested)
    const token = /^Bearer (.+)$/.exec(requested.headers.authorization ?? '')?.[1] ?? ''
    if (!tokens.has(token)) return json(401, { error: 'invalid_token' })
    if (!allowed) return problem(403, 'NOT_AUTHORIZED', 'PERMISSION_DENIED')
    return requested.method === 'POST' ? onceEach(requested) : read(requested)
  })

  function giveToken({ headers, text }: ReceivedRequest): Reply {
    const basic = Buffer.from(`${login.clientId}:${login.clientSecret}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) return json(401, { error: 'invalid_client' })
    if (new URLSearchParams(text).get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type' })
    const token = randomBytes(16).toString('hex')
    tokens.add(token)
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: 32_400, scope: '' })
  }

  /** Executes a request once for each request id; a repeat is answered as the first was. */
  function onceEach(requested: ReceivedRequest): Reply {
    const id = requested.headers['paypal-request-id']
    if (typeof id !== 'string' || id === '' || id.length > 108)
      return problem(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED')
    const known = answered.get(`${requested.url.pathname} ${id}`)
    if (known) return known
    const reply = change(requested)
    answered.set(`${requested.url.pathname} ${id}`, reply)
    return reply
  }

  function change({ url, text, headers }: ReceivedRequest): Reply {
    if (headers['content-type']?.split(';')[0] !== 'application/json')
      return problem(415, 'UNSUPPORTED_MEDIA_TYPE')
    const sent = JSON.parse(text) as Sent
    if (url.pathname === '/v2/checkout/orders') return create(sent)
    const [, , area, , id = '', action] = url.pathname.split('/')
    if (area === 'checkout' && action === 'capture') return capture(id)
    if (area === 'payments' && action === 'refund') return refund(id, sent)
    return problem(404, 'RESOURCE_NOT_FOUND')
  }

  function create({ intent, purchase_units = [], payment_source }: Sent): Reply {
    const { return_url = '', cancel_url = '' } = payment_source?.paypal?.experience_context ?? {}
    const [unit] = purchase_units
    if (intent !== 'CAPTURE' || !unit || !URL.canParse(return_url) || !URL.canParse(cancel_url))
      return problem(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
    if (!VALUE.test(unit.amount.value) || Number(unit.amount.value) === 0)
      return problem(422, 'UNPROCESSABLE_ENTITY', 'INVALID_CURRENCY_CODE')
    if (
      unit.custom_id.length > 127 ||
      unit.invoice_id.length > 127 ||
      unit.description.length > 127
    )
      return problem(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH')
    const id = randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
    const status = 'PAYER_ACTION_REQUIRED'
    const urls = { returnUrl: return_url, cancelUrl: cancel_url }
    const order: Order = { id, status, update_time: '', purchase_units, ...urls, captures: [] }
    touch(order)
    orders.set(id, order)
    return json(200, shown(order))
  }

  function capture(id: string): Reply {
    const order = orders.get(id)
    if (!order) return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    if (order.status === 'COMPLETED') return unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED')
    const [unit] = order.purchase_units
    if (!unit || invoices.has(unit.invoice_id)) return unprocessable('DUPLICATE_INVOICE_ID')
    const happens = outcome
    outcome = 'COMPLETED'
    if (happens === 'INSTRUMENT_DECLINED') return unprocessable('INSTRUMENT_DECLINED')
    const captureId = randomBytes(9).toString('hex').slice(0, 17).toUpperCase()
    order.captures.push({ id: captureId, status: happens, amount: unit.amount, refunds: [] })
    order.status = 'COMPLETED'
    if (happens === 'COMPLETED') invoices.add(unit.invoice_id)
    touch(order)
    return json(201, shown(order))
  }

  function refund(captureId: string, { amount }: Sent): Reply {
    const known = [...orders.values()].flatMap(({ captures }) => captures)
    const one = known.find(({ id }) => id === captureId)
    if (!one) return problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    if (!amount || !VALUE.test(amount.value)) return problem(400, 'INVALID_REQUEST')
    if (amount.currency_code !== one.amount.currency_code) return unprocessable('CURRENCY_MISMATCH')
    const refunded = one.refunds.reduce((sum, { amount: { value } }) => sum + cents(value), 0)
    const left = cents(one.amount.value) - refunded
    if (left === 0) return unprocessable('CAPTURE_FULLY_REFUNDED')
    if (cents(amount.value) > left) return unprocessable('REFUND_AMOUNT_EXCEEDED')
    const made = { id: `R${randomBytes(8).toString('hex')}`, status: 'COMPLETED', amount }
    one.refunds.push(made)
    one.status = cents(amount.value) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return json(201, made)
  }

  function read({ url }: ReceivedRequest): Reply {
    const [, , , area, name = ''] = url.pathname.split('/')
    if (area === 'disputes') {
      if (!readsDisputes) return problem(403, 'NOT_AUTHORIZED', 'PERMISSION_DENIED')
      const dispute = disputes.get(name)
      return dispute ? json(200, dispute) : problem(404, 'RESOURCE_NOT_FOUND')
    }
    const order = orders.get(url.pathname.split('/')[4] ?? '')
    return order
      ? json(200, shown(order))
      : problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
  }

  function shown({ captures, returnUrl: _return, cancelUrl: _cancel, ...order }: Order) {
    const plain = captures.map(({ refunds: _refunds, ...capture }) => capture)
    const refunds = captures.flatMap((capture) => capture.refunds)
    const payments =
      captures.length > 0
        ? { payments: { captures: plain, ...(refunds.length > 0 ? { refunds } : {}) } }
        : {}
    const page = `${server.origin}/checkoutnow?token=${order.id}`
    return {
      ...order,
      intent: 'CAPTURE',
      purchase_units: order.purchase_units.map((unit) => ({ ...unit, ...payments })),
      links: [
        { href: `${server.origin}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
        ...(order.status === 'COMPLETED'
          ? []
          : [{ href: page, rel: 'payer-action', method: 'GET' }]),
      ],
    }
  }

  const touch = (order: Order) =>
    void (order.update_time = new Date(Date.UTC(2026, 10, 21) + ++changes * 1000).toISOString())

  function orderOf(id: string): Order {
    const order = orders.get(id)
    if (!order) throw new Error(`PayPal knows no order ${id}`)
    return order
  }

  function approve(id: string): void {
    const order = orderOf(id)
    if (order.status === 'COMPLETED') return
    order.status = 'APPROVED'
    touch(order)
  }

  function payPage({ method, url, text }: ReceivedRequest): Reply {
    const order = orders.get(url.searchParams.get('token') ?? '')
    if (!order) return { ...page('<h1>Things do not appear to be working</h1>'), status: 404 }
    if (method === 'POST') {
      const agreed = new URLSearchParams(text).has('pay')
      if (agreed) approve(order.id)
      const back = new URL(agreed ? order.returnUrl : order.cancelUrl)
      back.searchParams.set('token', order.id)
      if (agreed) back.searchParams.set('PayerID', 'PAYER00000001')
      return { status: 303, text: '', headers: { location: back.href } }
    }
    const [unit] = order.purchase_units
    return page(
      `<h1>$${unit?.amount.value}</h1><form method="post"><button name="pay" value="1">Pay</button> ` +
        '<button name="cancel" value="1">Cancel</button></form>',
    )
  }

  return {
    ...server,
    /** What the operator enters. */
    setting: {
      kind: 'paypal' as const,
      on: true,
      mode: 'sandbox' as const,
      address: server.origin,
      ...login,
    },
    orders,
    /** The payer agrees, as by the button on the page. */
    approve,
    /** Decides what the next capture comes to. */
    decide: (next: typeof outcome) => void (outcome = next),
    /** Whether the app may use the API at all. */
    allow: (yes: boolean) => void (allowed = yes),
    /** PayPal takes none of the tokens it gave any more. */
    forgetTokens: () => tokens.clear(),
    /** The order is gone, as unapproved orders are after hours. */
    forget: (id: string) => void orders.delete(id),
    /** A capture that waited for a review has passed it. */
    review: (id: string, status: 'COMPLETED' | 'DECLINED') => {
      for (const one of orderOf(id).captures) one.status = status
    },
    /** Money goes back by PayPal's own page, or because PayPal decided so. */
    giveBack: (id: string, value: string) => {
      const [capture] = orderOf(id).captures
      return refund(capture?.id ?? '', { amount: { currency_code: 'USD', value } })
    },
    disputes,
    /** Whether this app may read disputes. */
    letReadDisputes: (yes: boolean) => void (readsDisputes = yes),
    /** The payer disputes the payment of an order. */
    openDispute: (id: string, name: string): Dispute => {
      const payment = orderOf(id).captures[0]?.id ?? ''
      const dispute = {
        dispute_id: name,
        status: 'OPEN',
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        disputed_transactions: [{ seller_transaction_id: payment }],
      }
      disputes.set(name, dispute)
      return dispute
    },
    /** A webhook as PayPal words it; anybody could send the same. */
    event: (id: string, type: 'CHECKOUT.ORDER.APPROVED' | 'PAYMENT.CAPTURE.COMPLETED') => ({
      id: `WH-${randomBytes(6).toString('hex')}`,
      event_type: type,
      resource_type: type.startsWith('CHECKOUT') ? 'checkout-order' : 'capture',
      resource: type.startsWith('CHECKOUT')
        ? { id, status: 'APPROVED' }
        : { id: 'C1', supplementary_data: { related_ids: { order_id: id } } },
    }),
  }
}

const cents = (value: string) => Math.round(Number(value) * 100)
const json = (status: number, body: object): Reply => ({ status, text: JSON.stringify(body) })
const unprocessable = (issue: string) => problem(422, 'UNPROCESSABLE_ENTITY', issue)

function problem(status: number, name: string, issue?: string): Reply {
  const details = issue ? { details: [{ issue, description: 'A sentence.' }] } : {}
  return json(status, { name, message: 'A sentence.', debug_id: 'd1', ...details, links: [] })
}
