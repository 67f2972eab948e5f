import { describe, expect, test } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { lookDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { takeStatement } from '../../../server/shop/settlement/settle.ts'
import { anOrder, aPlan } from '../../support/make.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import {
  buyByAlipay,
  eventsOf,
  makeShop,
  orderByAlipay,
  orderByPaypal,
  type Shop,
  storedOrder,
} from '../../support/shop.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const notify = async (shop: Shop, orderId: string, fields: Record<string, string>) => {
  const payload = new URLSearchParams(shop.alipay.notice(orderId, fields)).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const url = '/api/user/alipay/callback'
  return (await shop.app.inject({ method: 'POST', url, headers, payload })).payload
}

const hook = async (shop: Shop, event_type: string, resource: object) => {
  shop.clock.add(5_000)
  const payload = { id: 'WH-1', event_type, resource }
  return shop.app.inject({ method: 'POST', url: '/api/user/paypal/callback', payload })
}

const refundHere = async (shop: Shop, orderId: string, amount: string) =>
  (await shop.as(mainAdmin).POST('/api/admin/alipay/refund', { body: { orderId, amount } }))
    .response.status

const pushed = async ({ db }: Pick<Shop, 'db'>) => {
  const rows = await db.selectFrom('event').selectAll().where('kind', '=', 'paymentStuck').execute()
  return rows.map(({ data }) => (JSON.parse(data) as { failure: string }).failure)
}

const returnedOf = async (shop: Pick<Shop, 'db'>, id: number) =>
  (await eventsOf(shop, id)).filter((event) => event.startsWith('returned'))

async function paidByPaypal(shop: Shop) {
  const { paymentID } = await orderByPaypal(shop)
  shop.paypal.approve(paymentID)
  await shop.as(shop.customer).POST('/api/user/paypal/execute', { body: { paymentID } })
  const { orderId } = await shop.db
    .selectFrom('placedOrder')
    .select('orderId')
    .where('providerId', '=', paymentID)
    .executeTakeFirstOrThrow()
  const order = () => storedOrder(shop, orderId)
  const capture = shop.paypal.orders.get(paymentID)!.captures[0]!.id
  return { paymentID, orderId, order, capture }
}

const accountOf = async (shop: Shop) =>
  shop.db
    .selectFrom('account')
    .selectAll()
    .where('userId', '=', shop.customer.id)
    .executeTakeFirstOrThrow()

describe('what Alipay says went back', () => {
  test('is booked once and adds up, however often and in whatever order it is said', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const part = { refund_fee: '4.00', gmt_refund: '2026-11-28 10:00:00.123', out_biz_no: 'HZ01' }
    const more = { ...part, refund_fee: '6.50', out_biz_no: 'HZ02' }
    expect(await Promise.all([notify(shop, orderId, part), notify(shop, orderId, part)])).toEqual([
      'success',
      'success',
    ])
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: 400, failure: 'returned' })
    for (const notice of [more, part, more, part])
      expect(await notify(shop, orderId, notice)).toBe('success')
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ refunded: 650, status: 'FINISH', failure: 'returned' })
    expect(await returnedOf(shop, order.id)).toEqual(['returned 4.00 CNY', 'returned 2.50 CNY'])
    expect(await pushed(shop)).toEqual(['returned', 'returned'])
    expect(await checkLedger(shop.db)).toEqual([])
    // What was bought stays until an admin decides.
    expect(await accountOf(shop)).toMatchObject({ active: 1 })
  })

  test.each([
    ['in a notice', { refund_fee: '10.00', gmt_refund: '2026-11-28 10:00:00.123' }],
    ['without an amount', { gmt_close: '2026-11-28 10:00:01' }],
  ])('wholly is the end of a paid trade, %s', async (_how, fields) => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const closed = { trade_status: 'TRADE_CLOSED', ...fields }
    for (let n = 0; n < 2; n++) expect(await notify(shop, orderId, closed)).toBe('success')
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ refunded: 1000, status: 'FINISH' })
    expect(await returnedOf(shop, order.id)).toEqual(['returned 10.00 CNY'])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('is not booked again where we asked for it', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    expect(await refundHere(shop, orderId, '4')).toBe(200)
    await notify(shop, orderId, { refund_fee: '4.00', gmt_refund: '2026-11-28 10:00:00' })
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ refunded: 400, failure: null })
    await notify(shop, orderId, { refund_fee: '5.00', gmt_refund: '2026-11-28 10:00:00' })
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: 500, failure: 'returned' })
    expect(await refundHere(shop, orderId, '5.01')).toBe(403)
    expect(await refundHere(shop, orderId, '5')).toBe(200)
    await notify(shop, orderId, { trade_status: 'TRADE_CLOSED', refund_fee: '10.00' })
    expect(await returnedOf(shop, order.id)).toEqual(['returned 1.00 CNY'])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('waits while the answer to a refund of ours is lost, and is told apart then', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    shop.alipay.fail('lost', 5)
    const body = { orderId, amount: '4', requestId: 'lost-answer' }
    const ask = () => shop.as(mainAdmin).POST('/api/admin/alipay/refund', { body })
    expect((await ask()).response.status).toBe(403)
    await notify(shop, orderId, { refund_fee: '7.00', gmt_refund: '2026-11-28 10:00:00' })
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: 400, failure: null })
    shop.alipay.heal()
    expect((await ask()).response.status).toBe(200)
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ refunded: 700, failure: 'returned' })
    expect(await returnedOf(shop, order.id)).toEqual(['returned 3.00 CNY'])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('before it was known to be paid delivers nothing', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    shop.alipay.pay(orderId)
    const fields = { trade_status: 'TRADE_CLOSED', refund_fee: '10.00', gmt_refund: '2026-11-28' }
    await notify(shop, orderId, fields)
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ status: 'TRADE_CLOSED', refunded: 1000, deliveredTime: null })
    expect(order.paidTime).not.toBeNull()
    expect(await checkLedger(shop.db)).toEqual([])
    const accounts = await shop.db.selectFrom('account').select('id').execute()
    expect(accounts).toEqual([])
  })

  test('is nothing of a trade nobody paid', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    shop.alipay.scan(orderId)
    await notify(shop, orderId, { trade_status: 'TRADE_CLOSED' })
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: null, paidTime: null })
  })

  test('is found by asking, should no notice come', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    shop.alipay.trades.get(orderId)!.status = 'TRADE_CLOSED'
    shop.clock.add(HOUR - 1)
    await lookDue(shop.world, findKnownProvider)
    expect((await storedOrder(shop, orderId)).refunded).toBeNull()
    shop.clock.add(1)
    await lookDue(shop.world, findKnownProvider)
    expect((await storedOrder(shop, orderId)).refunded).toBe(1000)
    expect(await checkLedger(shop.db)).toEqual([])
  })
})

describe('what PayPal says went back', () => {
  test.each([
    [
      'by the order',
      (paymentID: string) => ({
        id: 'R1',
        supplementary_data: { related_ids: { order_id: paymentID } },
      }),
    ],
    [
      'by the capture',
      (_paymentID: string, capture: string) => ({
        id: 'R1',
        links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${capture}` }],
      }),
    ],
  ])('is asked for after a notice that names it %s, and booked once', async (_how, resourceOf) => {
    const shop = await makeShop()
    const { paymentID, capture, order } = await paidByPaypal(shop)
    const resource = resourceOf(paymentID, capture)
    await hook(shop, 'PAYMENT.CAPTURE.REFUNDED', resource)
    expect(await order()).toMatchObject({ refunded: null, failure: null })
    shop.paypal.giveBack(paymentID, '0.50')
    await hook(shop, 'PAYMENT.CAPTURE.REFUNDED', resource)
    await hook(shop, 'PAYMENT.CAPTURE.REFUNDED', resource)
    expect(await order()).toMatchObject({ refunded: 50, failure: 'returned' })
    shop.paypal.giveBack(paymentID, '1.50')
    await hook(shop, 'PAYMENT.CAPTURE.REVERSED', resource)
    const { id, refunded, status } = await order()
    expect([refunded, status]).toEqual([200, 'finish'])
    expect(await returnedOf(shop, id)).toEqual(['returned 0.50 USD', 'returned 1.50 USD'])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('is found by asking, also after one notice was too soon after another', async () => {
    const shop = await makeShop()
    const { paymentID, order } = await paidByPaypal(shop)
    const resource = { id: 'R1', supplementary_data: { related_ids: { order_id: paymentID } } }
    await hook(shop, 'PAYMENT.CAPTURE.REFUNDED', resource)
    shop.paypal.giveBack(paymentID, '2.00')
    shop.clock.add(-5_000)
    await hook(shop, 'PAYMENT.CAPTURE.REFUNDED', resource)
    expect((await order()).refunded).toBeNull()
    shop.clock.add(3_000)
    await lookDue(shop.world, findKnownProvider)
    expect((await order()).refunded).toBe(200)
    // From then on it is asked about on schedule, until nobody can dispute it any more.
    shop.clock.add(181 * DAY)
    await lookDue(shop.world, findKnownProvider)
    expect((await order()).nextLook).toBeNull()
  })

  test('in part, without saying how much, is shown and not booked', async () => {
    const shop = await makeShop()
    const { paymentID, order } = await paidByPaypal(shop)
    shop.paypal.orders.get(paymentID)!.captures[0]!.status = 'PARTIALLY_REFUNDED'
    for (let n = 0; n < 2; n++) await hook(shop, 'PAYMENT.CAPTURE.REFUNDED', { id: paymentID })
    const { id, refunded, failure } = await order()
    expect([refunded, failure]).toEqual([null, 'returned'])
    expect(await returnedOf(shop, id)).toEqual(['returned'])
    expect(await pushed(shop)).toEqual(['returned'])
  })
})

describe('a dispute at PayPal', () => {
  test.each([
    ['won', 'RESOLVED_SELLER_FAVOUR', null],
    ['lost', 'RESOLVED_BUYER_FAVOUR', 200],
  ])('is shown while it is open, and then that it was %s', async (word, outcome_code, refunded) => {
    const shop = await makeShop()
    const { paymentID, order } = await paidByPaypal(shop)
    const dispute = shop.paypal.openDispute(paymentID, 'PP-D-1')
    for (let n = 0; n < 2; n++) await hook(shop, 'CUSTOMER.DISPUTE.CREATED', dispute)
    expect(await order()).toMatchObject({ failure: 'disputed', refunded: null })
    expect(await pushed(shop)).toEqual(['disputed'])
    shop.paypal.disputes.set('PP-D-1', {
      ...dispute,
      status: 'RESOLVED',
      dispute_outcome: {
        outcome_code,
        amount_refunded: { currency_code: 'USD', value: '2.00' },
      },
    })
    // No notice comes of its end.
    shop.clock.add(DAY)
    for (let n = 0; n < 2; n++) await lookDue(shop.world, findKnownProvider)
    const { id, failure, refunded: back } = await order()
    expect([failure, back]).toEqual([refunded === null ? null : 'returned', refunded])
    const events = await eventsOf(shop, id)
    expect(events.filter((event) => event.startsWith('disput'))).toEqual([
      'disputed PP-D-1 MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      `disputeEnded PP-D-1 ${word}`,
    ])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('that was lost is not booked besides the reversal it caused', async () => {
    const shop = await makeShop()
    const { paymentID, order } = await paidByPaypal(shop)
    const dispute = shop.paypal.openDispute(paymentID, 'PP-D-1')
    shop.paypal.giveBack(paymentID, '1.00')
    await hook(shop, 'PAYMENT.CAPTURE.REVERSED', { id: paymentID })
    const dispute_outcome = {
      outcome_code: 'RESOLVED_BUYER_FAVOUR',
      amount_refunded: { currency_code: 'USD', value: '1.00' },
    }
    shop.paypal.disputes.set('PP-D-1', { ...dispute, status: 'RESOLVED', dispute_outcome })
    await hook(shop, 'CUSTOMER.DISPUTE.RESOLVED', dispute)
    expect(await order()).toMatchObject({ refunded: 100, failure: 'returned' })
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('is believed of PayPal alone, and noted as a rumour where it may not be read', async () => {
    const shop = await makeShop()
    const { paymentID, capture, order } = await paidByPaypal(shop)
    const forged = {
      dispute_id: 'PP-D-9',
      disputed_transactions: [{ seller_transaction_id: capture }],
    }
    await hook(shop, 'CUSTOMER.DISPUTE.CREATED', forged)
    expect(await order()).toMatchObject({ failure: null })
    const dispute = shop.paypal.openDispute(paymentID, 'PP-D-1')
    shop.paypal.letReadDisputes(false)
    for (let n = 0; n < 3; n++)
      await hook(shop, 'CUSTOMER.DISPUTE.CREATED', { ...dispute, dispute_id: `PP-D-${n}` })
    expect(await order()).toMatchObject({ failure: 'disputed' })
    expect(await pushed(shop)).toEqual(['disputed'])
  })
})

describe('reviewPlacedOrder', () => {
  test.each([
    [true, 'shortened'],
    [false, 'left'],
  ])('takes the time back (%s), once: the account is %s', async (shorten, word) => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const before = await accountOf(shop)
    const review = async () => {
      const params = { path: { orderId } }
      const path = '/api/admin/allOrders/{orderId}/review'
      return (await shop.as(mainAdmin).POST(path, { params, body: { shorten } })).response.status
    }
    // Nothing to decide yet.
    expect(await review()).toBe(200)
    expect(await accountOf(shop)).toEqual(before)
    await notify(shop, orderId, { trade_status: 'TRADE_CLOSED', refund_fee: '10.00' })
    expect(await accountOf(shop)).toEqual(before)
    expect(await Promise.all([review(), review()])).toEqual([200, 200])
    const order = await storedOrder(shop, orderId)
    expect(order.failure).toBeNull()
    const events = await eventsOf(shop, order.id)
    expect(events.filter((event) => event === 'reviewed')).toHaveLength(1)
    expect(events.some((event) => event.startsWith('shortened'))).toBe(word === 'shortened')
    const after = await accountOf(shop)
    if (shorten) expect(after).not.toEqual(before)
    else expect(after).toEqual(before)
    expect(await checkLedger(shop.db)).toEqual([])
  })
})

describe('an order of an older server, which has no books', () => {
  test('shows what went back of it', async () => {
    const world = await makeWorld()
    const planId = await aPlan(world)
    const fields = {
      kind: 'alipay',
      amount: 1000,
      planId,
      status: 'FINISH',
      orderId: 'A1',
    } as const
    await anOrder(world, await world.person(), { ...fields, paidTime: null })
    const provider = openFakeProvider('alipay')
    await provider.provider.create({ orderId: 'A1', providerId: null, amount: 1000, subject: '' })
    provider.pay('A1')
    for (const returned of [300, 300, 200])
      await takeStatement(world.world, { ...provider.statement('A1'), returned })
    expect(await storedOrder(world, 'A1')).toMatchObject({ refunded: 300, failure: 'returned' })
    expect(await checkLedger(world.db)).toEqual([])
  })
})
