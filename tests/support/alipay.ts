import { createSign, createVerify, generateKeyPairSync, randomInt } from 'node:crypto'
import { type ReceivedRequest, page, type Reply, startFaulty } from './faults.ts'

const APP_ID = '2021000000000001'
const SELLER_ID = '2088000000000001'
const MINE = /^\w{1,64}$/
const AMOUNT = /^\d{1,9}\.\d\d$/

type Status = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED'
type Offer = { orderId: string; amount: string; subject: string; notifyUrl: string }
type Trade = Offer & { tradeNo: string; status: Status; refunds: Map<string, string> }
type Fault = 'SYSTEM_ERROR' | 'forged' | 'unsigned'
type Fields = Record<string, string>

/** A failure as the gateway words it. */
class Failed extends Error {
  readonly code: string
  constructor(subCode: string, code = '40004') {
    super(subCode)
    this.code = code
  }
}

let pairs: { site: KeyPair; alipay: KeyPair } | undefined

/**
 * Alipay's gateway for face-to-face payment: it verifies our signature, signs its answers, keeps
 * trades, and sends notices signed by its own key.
 *
 * A trade exists once someone scanned the code; `pay` scans and pays. What is there for a person:
 * the address in the code opens a page with a button.
 */
export async function startAlipay() {
  pairs ??= { site: keyPair(), alipay: keyPair() }
  const { site, alipay } = pairs
  const offers = new Map<string, Offer>()
  const trades = new Map<string, Trade>()

  const server = await startFaulty<Fault>((requested, fault) => {
    if (requested.url.pathname.startsWith('/scan/')) return scanPage(requested)
    return gateway(requested, fault)
  })

  function gateway({ url, text }: ReceivedRequest, fault: Fault | undefined): Reply {
    const sent: Fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(text)])
    const { method = '', app_id, sign = '', notify_url = '' } = sent
    if (app_id !== APP_ID) return unsigned({ ...TURNED_AWAY, sub_code: 'isv.invalid-app-id' })
    const name = `${method.replaceAll('.', '_')}_response`
    const isOurs = createVerify('RSA-SHA256')
      .update(canonical(sent, ['sign']))
      .verify(site.public, sign, 'base64')
    if (!isOurs) return signed(name, { ...TURNED_AWAY, sub_code: 'isv.invalid-signature' })
    if (fault === 'unsigned') return { status: 200, text: JSON.stringify({ [name]: WORKED }) }
    try {
      if (fault === 'SYSTEM_ERROR') throw new Failed('aop.ACQ.SYSTEM_ERROR', '20000')
      checkForm(sent)
      const content = JSON.parse(sent.biz_content ?? '{}') as Fields
      const done = METHODS[method]?.(content, notify_url)
      if (!done) throw new Failed('isv.invalid-method', '40002')
      return signed(name, { ...WORKED, out_trade_no: content.out_trade_no, ...done }, fault)
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      return signed(name, { code: error.code, msg: 'Failed', sub_code: error.message }, fault)
    }
  }

  const METHODS: Record<string, (content: Fields, notifyUrl: string) => object> = {
    'alipay.trade.precreate'(
      { out_trade_no: orderId = '', total_amount = '', subject = '' },
      notifyUrl,
    ) {
      if (!MINE.test(orderId) || !AMOUNT.test(total_amount) || Number(total_amount) < 0.01)
        throw new Failed('ACQ.INVALID_PARAMETER')
      if (subject === '' || subject.length > 256 || /[/=&]/.test(subject))
        throw new Failed('ACQ.INVALID_PARAMETER')
      const trade = trades.get(orderId)
      if (trade?.status === 'TRADE_CLOSED') throw new Failed('ACQ.TRADE_HAS_CLOSE')
      if (trade && trade.status !== 'WAIT_BUYER_PAY') throw new Failed('ACQ.TRADE_HAS_SUCCESS')
      if (trade && trade.amount !== total_amount) throw new Failed('ACQ.CONTEXT_INCONSISTENT')
      offers.set(orderId, { orderId, amount: total_amount, subject, notifyUrl })
      return { qr_code: `${server.origin}/scan/${orderId}` }
    },
    'alipay.trade.query'({ out_trade_no: orderId = '' }) {
      if (!MINE.test(orderId)) throw new Failed('ACQ.INVALID_PARAMETER')
      const { tradeNo, status, amount } = tradeOf(orderId)
      return { trade_no: tradeNo, trade_status: status, total_amount: amount, ...PAYER }
    },
    'alipay.trade.close'({ out_trade_no: orderId = '' }) {
      const trade = tradeOf(orderId)
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Failed('ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return { trade_no: trade.tradeNo }
    },
    'alipay.trade.refund'({ out_trade_no = '', refund_amount = '', out_request_no: id = '' }) {
      const trade = tradeOf(out_trade_no)
      const { refunds, tradeNo, amount, status } = trade
      if (!AMOUNT.test(refund_amount) || id.length > 64) throw new Failed('ACQ.INVALID_PARAMETER')
      const known = refunds.get(id)
      if (known !== undefined && known !== refund_amount)
        throw new Failed('ACQ.DISCORDANT_REPEAT_REQUEST')
      if (known === undefined) {
        if (status !== 'TRADE_SUCCESS') throw new Failed('ACQ.TRADE_STATUS_ERROR')
        if (cents(refund_amount) + sumOf(refunds) > cents(amount))
          throw new Failed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
        refunds.set(id, refund_amount)
      }
      const refunded = sumOf(refunds)
      if (refunded === cents(amount)) trade.status = 'TRADE_CLOSED'
      const fund_change = known === undefined ? 'Y' : 'N'
      return { trade_no: tradeNo, fund_change, refund_fee: (refunded / 100).toFixed(2), ...PAYER }
    },
  }

  function tradeOf(orderId: string): Trade {
    const trade = trades.get(orderId)
    if (!trade) throw new Failed('ACQ.TRADE_NOT_EXIST')
    return trade
  }

  function signed(name: string, body: object, fault?: Fault): Reply {
    // The real one writes slashes with a backslash, and signs what it writes.
    const raw = JSON.stringify(body).replaceAll('/', String.raw`\/`)
    const signature = signOf(fault === 'forged' ? `${raw} ` : raw, alipay.private)
    return {
      status: 200,
      type: 'text/html;charset=utf-8',
      text: `{"${name}":${raw},"sign":"${signature}"}`,
    }
  }

  function scan(orderId: string): Trade {
    const offer = offers.get(orderId)
    if (!offer) throw new Error(`nobody made a code for ${orderId}`)
    const known = trades.get(orderId)
    if (known) return known
    const tradeNo = `20261121${randomInt(1e12, 1e13)}`
    const trade: Trade = { ...offer, tradeNo, status: 'WAIT_BUYER_PAY', refunds: new Map() }
    trades.set(orderId, trade)
    return trade
  }

  /** A signed notice of a trade; `fields` are changed before it is signed. */
  function notice(orderId: string, fields: Fields = {}): Fields {
    const { tradeNo, status, amount, subject } = tradeOf(orderId)
    const unsignedNotice: Fields = {
      gmt_create: '2026-11-21 10:00:00',
      charset: 'utf-8',
      subject,
      notify_id: `n${randomInt(1e12)}`,
      fund_bill_list: JSON.stringify([{ amount, fundChannel: 'ALIPAYACCOUNT' }]),
      notify_type: 'trade_status_sync',
      notify_time: '2026-11-21 10:00:05',
      trade_status: status,
      app_id: APP_ID,
      auth_app_id: APP_ID,
      seller_id: SELLER_ID,
      version: '1.0',
      out_trade_no: orderId,
      total_amount: amount,
      trade_no: tradeNo,
      point_amount: '0.00',
      ...PAYER,
      ...fields,
    }
    const sign = signOf(canonical(unsignedNotice, []), alipay.private)
    return { ...unsignedNotice, sign, sign_type: 'RSA2' }
  }

  /** Sends a notice to the address the site gave; answers what the site answered. */
  async function notify(orderId: string, fields: Fields = {}): Promise<string> {
    const body = new URLSearchParams(notice(orderId, fields))
    const reply = await fetch(tradeOf(orderId).notifyUrl, { method: 'POST', body })
    return reply.text()
  }

  function pay(orderId: string): void {
    const trade = scan(orderId)
    if (trade.status === 'WAIT_BUYER_PAY') trade.status = 'TRADE_SUCCESS'
  }

  async function scanPage({ method, url }: ReceivedRequest): Promise<Reply> {
    const orderId = url.pathname.slice('/scan/'.length)
    const { amount, status } = scan(orderId)
    if (status !== 'WAIT_BUYER_PAY') return page(`<h1>${status}</h1>`)
    if (method !== 'POST')
      return page(`<h1>¥${amount}</h1><form method="post"><button>Pay</button></form>`)
    pay(orderId)
    await notify(orderId).catch(() => 'nobody listens')
    return page('<h1>Paid</h1>')
  }

  return {
    ...server,
    /** What the operator enters. */
    setting: {
      kind: 'alipay' as const,
      on: true,
      gateway: `${server.origin}/gateway.do`,
      appId: APP_ID,
      sellerId: SELLER_ID,
      alipayPublicKey: bare(alipay.public),
      privateKey: bare(site.private),
    },
    keys: pairs,
    trades,
    /** Someone scans the code and does not pay yet. */
    scan,
    /** Someone scans the code and pays; the site is notified only by `notify`. */
    pay,
    /** A paid trade can no longer be paid back, after months. */
    finish: (orderId: string) => void (tradeOf(orderId).status = 'TRADE_FINISHED'),
    notice,
    notify,
  }
}

type KeyPair = { public: string; private: string }

function keyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { public: publicKey, private: privateKey }
}

const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
const WORKED = { code: '10000', msg: 'Success' }
const TURNED_AWAY = { code: '40002', msg: 'Invalid Arguments' }
const PAYER = { buyer_logon_id: 'ann***@example.com' }
const signOf = (text: string, key: string) =>
  createSign('RSA-SHA256').update(text).sign(key, 'base64')
const cents = (text: string) => Math.round(Number(text) * 100)
const sumOf = (refunds: Map<string, string>) =>
  [...refunds.values()].reduce((sum, refund) => sum + cents(refund), 0)
const unsigned = (body: object): Reply => ({
  status: 200,
  text: JSON.stringify({ error_response: body }),
})

/** What is signed of a form: every field but those left out, sorted. */
const canonical = (fields: Fields, without: string[]) =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

/** The gateway checks the form around the content as well. */
function checkForm(sent: Fields): void {
  const isForm =
    sent.charset === 'utf-8' &&
    sent.sign_type === 'RSA2' &&
    sent.version === '1.0' &&
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(sent.timestamp ?? '')
  if (!isForm) throw new Failed('isv.invalid-parameter', '40002')
}
