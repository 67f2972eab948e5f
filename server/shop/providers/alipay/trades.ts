import { randomUUID } from 'node:crypto'
import { alipay as facts } from '#rules/providers/alipay.ts'
import { decimalCents, toDecimal } from '#rules/price.ts'
import { alipayGateway, type GatewayKeys } from './gateway.ts'
import type { ReadNotice } from '../definition.ts'
import { type Provider, ProviderFailure, type Statement } from '../provider.ts'

/** The configuration for payments by Alipay. */
export type AlipayKeys = GatewayKeys & {
  /** The payee (2088…); empty where the app implies it. */
  sellerId: string
  /** Where Alipay sends payment notices. */
  notifyUrl: string
}

/** Fields of Alipay that name a trade, as the query and the notice spell them. */
type Trade = {
  orderId: unknown
  tradeNo: unknown
  status: unknown
  amount: unknown
  /** What was given back of it so far, in units. */
  refundFee: unknown
  /** When it was paid or given back, if it was; a trade nobody paid has none. */
  paidAt: unknown
}

/** How long a payer has after scanning the code; the code itself is valid as long as our order. */
const TO_PAY = { timeout_express: '10m', qr_code_timeout_express: '60m' }
const MAX_SUBJECT_LETTERS = 256
const NOT_THERE = 'ACQ.TRADE_NOT_EXIST'

/**
 * Alipay face to face: we request a code, the payer scans it. Wire-contract facts: 4.5.
 *
 * `check` queries a trade that cannot exist, which proves keys and app; `read` parses a notice.
 */
export function makeAlipay(keys: AlipayKeys, timeoutMs?: number) {
  const gateway = alipayGateway(keys, timeoutMs)

  const query: Provider['query'] = async ({ orderId }) => {
    try {
      const reply = await gateway.call('alipay.trade.query', { out_trade_no: orderId })
      const { outTradeNo, tradeNo, tradeStatus: status, totalAmount: amount } = reply
      if (outTradeNo !== orderId) throw new ProviderFailure('refused', 'another order')
      const { refundFee, sendPayDate: paidAt } = reply
      return statementOf({ orderId, tradeNo, status, amount, refundFee, paidAt }, reply)
    } catch (error) {
      if (!isWord(error, NOT_THERE)) throw error
      return { ...NOTHING, orderId, data: { sub_code: NOT_THERE } }
    }
  }

  const provider: Provider = {
    kind: facts.kind,
    currency: facts.currency,
    async create({ orderId, amount, subject }) {
      const { qrCode } = await gateway.call(
        'alipay.trade.precreate',
        {
          out_trade_no: orderId,
          total_amount: toDecimal(amount),
          subject: subjectOf(subject),
          ...TO_PAY,
        },
        { notifyUrl: keys.notifyUrl },
      )
      if (typeof qrCode !== 'string') throw new ProviderFailure('unreachable', 'no code')
      return { providerId: null, qrCode }
    },
    query,
    // Alipay collects by itself; only the outcome can be queried.
    collect: query,
    async close({ orderId }) {
      try {
        await gateway.call('alipay.trade.close', { out_trade_no: orderId })
      } catch (error) {
        // A trade exists only once the code was scanned.
        if (!isWord(error, NOT_THERE)) throw error
      }
    },
    refund: ({ orderId }, amount, requestId) =>
      gateway.call('alipay.trade.refund', {
        out_trade_no: orderId,
        refund_amount: toDecimal(amount),
        out_request_no: requestId,
      }),
  }

  return {
    provider,
    async check(): Promise<void> {
      // Its error is the proof: signed by Alipay, about our app.
      const { data } = await query({
        ...NO_ORDER,
        orderId: `test${randomUUID().replaceAll('-', '')}`,
      })
      if (!('sub_code' in data)) throw new ProviderFailure('refused', 'a trade nobody made')
    },
    /** Believes a notice only if signature, app and seller are right. */
    async read(notice: Record<string, unknown>): Promise<Exclude<ReadNotice, 'unread'>> {
      const { out_trade_no, trade_no, trade_status, total_amount } = notice
      const orderId = String(out_trade_no ?? '')
      if (!(await gateway.signed(notice))) return { forged: 'signature', orderId }
      if (notice.app_id !== keys.appId) return { forged: 'app', orderId }
      if (keys.sellerId && notice.seller_id !== keys.sellerId) return { forged: 'seller', orderId }
      const { sign: _sign, ...data } = notice
      const { refund_fee: refundFee, gmt_refund, gmt_payment } = notice
      const paidAt = gmt_refund ?? gmt_payment
      const trade = { tradeNo: trade_no, status: trade_status, amount: total_amount }
      const back = { refundFee, paidAt }
      return { statement: statementOf({ orderId: out_trade_no, ...trade, ...back }, data) }
    },
  }
}

const NO_ORDER = { providerId: null, amount: 0, subject: '' }
const NOTHING = {
  kind: facts.kind,
  status: 'waiting',
  paymentId: null,
  amount: null,
  currency: facts.currency,
} as const

const STATUSES: Readonly<Record<string, Statement['status']>> = {
  WAIT_BUYER_PAY: 'seen',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
}

/**
 * Alipay has one word for a trade nobody paid and for one that was given back wholly: `TRADE_CLOSED`.
 * One that names when it was paid, or what went back, is paid here; of any other it is said that all
 * of it went back, should it turn out to have been paid.
 */
function statementOf(trade: Trade, data: object): Statement {
  const { tradeNo, refundFee, paidAt } = trade
  const stated = STATUSES[String(trade.status)] ?? 'seen'
  const all = decimalCents(String(trade.amount))
  // The amount of a notice about a refund is what went back in all.
  const part = decimalCents(String(refundFee ?? '')) ?? 0
  const returned = part === 0 && stated === 'closed' ? (all ?? 0) : part
  const status = part > 0 || (stated === 'closed' && Boolean(paidAt)) ? 'paid' : stated
  const paymentId = tradeNo === undefined ? null : String(tradeNo)
  const amount = status === 'paid' ? all : null
  const said = { ...NOTHING, orderId: String(trade.orderId), status, paymentId, amount, data }
  return returned > 0 ? { ...said, returned } : said
}

/** Alipay refuses these characters, and longer texts. */
const subjectOf = (text: string) =>
  text.replaceAll(/[/=&]/g, ' ').trim().slice(0, MAX_SUBJECT_LETTERS) || 'order'

const isWord = (error: unknown, word: string) =>
  error instanceof ProviderFailure && error.message === word
