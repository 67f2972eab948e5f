import { describe, expect, test } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { queryDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { takeStatement } from '../../../server/shop/settlement/settle.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { makeShop, orderByPaypal, type Shop } from '../../support/shop.ts'
import { mainAdmin } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const execute = async (shop: Shop, paymentID: string) => {
  const body = { paymentID }
  const { error, response } = await shop
    .as(shop.customer)
    .POST('/api/user/paypal/execute', { body })
  return error || response.status
}
const progress = (shop: Shop, paymentID: string, as = shop.customer) =>
  shop.as(as).POST('/api/user/paypal/status', { body: { paymentID } })
const mine = async (shop: Shop) =>
  (await shop.as(shop.customer).GET('/api/user/order', { params: { query: { unpaid: 1 } } })).data
/** The first order that was placed. */
const stored = (shop: Shop) =>
  shop.db.selectFrom('placedOrder').selectAll().orderBy('id').executeTakeFirstOrThrow()

/** A shop with an order whose payment PayPal reviews. */
async function underReview() {
  const shop = await makeShop()
  const { paymentID } = await orderByPaypal(shop)
  shop.paypal.approve(paymentID)
  shop.paypal.decide('PENDING')
  expect(await execute(shop, paymentID)).toBe('under review')
  return { shop, paymentID }
}

/** Lets time pass, with a reconciliation every so often. */
async function pass(shop: Shop, time: number, every: number) {
  for (let gone = 0; gone < time; gone += every) {
    shop.clock.add(every)
    await queryDue(shop.world, findKnownProvider)
  }
}

describe('a payment under review', () => {
  test('is not offered to be paid again, however often PayPal says so', async () => {
    const { shop, paymentID } = await underReview()
    expect(await execute(shop, paymentID)).toBe('under review')
    await pass(shop, HOUR, 10 * MINUTE)
    const [order] = (await mine(shop)) ?? []
    expect(order).toMatchObject({ status: 'created', state: 'checking' })
    expect(order).not.toHaveProperty('expiresIn')
    const { data } = await progress(shop, paymentID)
    expect(data).toEqual({ status: 'created', state: 'checking', accountId: null })
    // Who wants to buy once more gets an order of its own.
    expect((await orderByPaypal(shop)).paymentID).not.toBe(paymentID)
    const { orderId } = await stored(shop)
    const path = { orderId }
    const seen = await shop
      .as(mainAdmin)
      .GET('/api/admin/allOrders/{orderId}', { params: { path } })
    const events = seen.data?.events.map(({ event }) => event)
    expect(events).toEqual(['placed', 'named', 'underReview'])
  })

  test('waits beyond the time of its order, and is delivered when it is let through', async () => {
    const { shop, paymentID } = await underReview()
    await pass(shop, 10 * 24 * HOUR, HOUR)
    expect(await mine(shop)).toMatchObject([{ state: 'checking' }])
    const requested = shop.paypal.requested.length
    await pass(shop, 24 * HOUR, HOUR)
    expect(shop.paypal.requested.length - requested).toBeLessThan(10)
    shop.paypal.review(paymentID, 'COMPLETED')
    await pass(shop, 7 * HOUR, HOUR)
    expect(await mine(shop)).toMatchObject([{ status: 'finish', state: 'delivered' }])
    expect(await shop.db.selectFrom('account').select('id').execute()).toHaveLength(1)
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('ends its order when it is refused, and a word of before does not bring it back', async () => {
    const { shop, paymentID } = await underReview()
    const { orderId, paymentId } = await stored(shop)
    shop.paypal.review(paymentID, 'DECLINED')
    await pass(shop, HOUR, 10 * MINUTE)
    expect(await stored(shop)).toMatchObject({ status: 'closed', paidTime: null })
    const late = { kind: 'paypal' as const, orderId, paymentId, amount: null, currency: 'USD' }
    await takeStatement(shop.world, { ...late, status: 'checking', data: {} })
    expect(await stored(shop)).toMatchObject({ status: 'closed' })
    expect(await mine(shop)).toEqual([])
    expect((await progress(shop, paymentID)).data).toMatchObject({ state: 'closed' })
  })

  test('brings back an order that was closed because its time was over', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    await pass(shop, 2 * HOUR, 10 * MINUTE)
    expect(await stored(shop)).toMatchObject({ status: 'closed' })
    shop.paypal.approve(paymentID)
    shop.paypal.decide('PENDING')
    expect(await execute(shop, paymentID)).toBe('under review')
    expect(await mine(shop)).toMatchObject([{ state: 'checking' }])
    shop.paypal.review(paymentID, 'COMPLETED')
    expect(await execute(shop, paymentID)).toBe(200)
    expect(await mine(shop)).toMatchObject([{ state: 'delivered' }])
  })
})

describe('getPaypalOrderStatus', () => {
  test('reports how to go on, and once delivered which account has it', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    const open = await progress(shop, paymentID)
    expect(open.data).toEqual({
      status: 'created',
      state: 'created',
      accountId: null,
      expiresIn: 2 * HOUR,
      approvalUrl: `${shop.paypal.origin}/checkoutnow?token=${paymentID}`,
    })
    shop.paypal.approve(paymentID)
    expect(await execute(shop, paymentID)).toBe(200)
    const { accountId } = await stored(shop)
    const { data } = await progress(shop, paymentID)
    expect(data).toEqual({ status: 'finish', state: 'delivered', accountId })
  })

  test('polls PayPal, and collects an approved payment', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    expect((await progress(shop, paymentID)).data).toMatchObject({ state: 'delivered' })
  })

  test('leaves out the way to PayPal when the order has ended, and refuses a foreign one', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.clock.add(2 * HOUR)
    await queryDue(shop.world, findKnownProvider)
    const { data } = await progress(shop, paymentID)
    expect(data).toEqual({ status: 'closed', state: 'closed', accountId: null })
    const foreign = await progress(shop, paymentID, await shop.person())
    expect(foreign.response.status).toBe(403)
    expect((await progress(shop, 'none')).response.status).toBe(403)
  })
})

test('a payment of another amount is reported to the payer, who is not to pay again', async () => {
  const shop = await makeShop()
  const { paymentID } = await orderByPaypal(shop)
  shop.paypal.orders.get(paymentID)!.purchase_units[0]!.amount.value = '0.50'
  shop.paypal.approve(paymentID)
  expect(await execute(shop, paymentID)).toBe('wrong amount')
  expect(await mine(shop)).toMatchObject([{ status: 'created', state: 'wrongAmount' }])
  const { data } = await progress(shop, paymentID)
  expect(data).toMatchObject({ state: 'wrongAmount' })
  expect(data).not.toHaveProperty('approvalUrl')
  expect(await shop.db.selectFrom('account').select('id').execute()).toEqual([])
})
