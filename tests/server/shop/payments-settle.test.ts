import { describe, expect, test } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { queryDue, deliverDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { takeStatement } from '../../../server/shop/settlement/settle.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import type { Statement } from '../../../server/shop/providers/provider.ts'
import { anOrder } from '../../support/make.ts'
import {
  aPaidAccount,
  buyByAlipay,
  eventsOf,
  storedOrder,
  makeShop,
  orderByAlipay,
  orderByPaypal,
} from '../../support/shop.ts'
import { mainAdmin } from '../../support/world.ts'

type Shop = Awaited<ReturnType<typeof makeShop>>

const HOUR = 3_600_000
const said = (orderId: string, changes: Partial<Statement> = {}): Statement => ({
  kind: 'alipay',
  orderId,
  status: 'paid',
  paymentId: 'P1',
  amount: 1000,
  currency: 'CNY',
  data: { trade: 1 },
  ...changes,
})
const reconcile = async (shop: Shop) => {
  await deliverDue(shop.world, findKnownProvider)
  await queryDue(shop.world, findKnownProvider)
}
const accounts = async (shop: Shop) =>
  (await shop.db.selectFrom('account').select('id').execute()).length

/** The states of the buyer's orders, and how long they can be paid. */
const asSeen = async (shop: Shop) => {
  const params = { query: { unpaid: 1 as const } }
  const { data } = await shop.as(shop.customer).GET('/api/user/order', { params })
  return data?.map(({ orderId, state, expiresIn }) => [orderId, state, expiresIn])
}

describe('taking a statement', () => {
  test('delivers a payment once, however often and at once it is reported', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    const times = Array.from({ length: 10 }, () => takeStatement(shop.world, said(orderId)))
    expect(new Set(await Promise.all(times))).toEqual(new Set(['taken']))
    expect(await accounts(shop)).toBe(1)
    const order = await storedOrder(shop, orderId)
    expect(await eventsOf(shop, order.id)).toEqual([
      'placed',
      'named',
      'paid 10.00 CNY',
      `delivered ${order.accountId}`,
    ])
    const kinds = await shop.db
      .selectFrom('event')
      .select(['kind', 'userId'])
      .orderBy('id')
      .execute()
    expect(kinds).toEqual([
      { kind: 'payment', userId: null },
      { kind: 'delivered', userId: shop.customer.id },
    ])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('delivers what was paid after the order was closed', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    await takeStatement(shop.world, said(orderId, { status: 'closed', amount: null }))
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'TRADE_CLOSED' })
    shop.clock.add(400 * HOUR)
    await takeStatement(shop.world, said(orderId))
    // Reordered: the earlier statement arrives later.
    await takeStatement(shop.world, said(orderId, { status: 'seen', amount: null }))
    await takeStatement(shop.world, said(orderId, { status: 'closed', amount: null }))
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH' })
  })

  test.each([
    ['wrong amount', { amount: 999 }, 'wrongAmount', 'wrongAmount 9.99 CNY'],
    ['wrong amount', { amount: null }, 'wrongAmount', 'wrongAmount ? CNY'],
    ['wrong currency', { currency: 'USD' }, 'wrongCurrency', 'wrongCurrency 10.00 USD'],
  ])('delivers nothing for a %s %j, and shows it', async (word, changes, failure, event) => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    for (const _ of [1, 2])
      expect(await takeStatement(shop.world, said(orderId, changes))).toBe(word)
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ status: 'CREATE', failure, paidTime: null })
    expect(await eventsOf(shop, order.id)).toEqual(['placed', 'named', event])
    const query = { stuck: true }
    const { data } = await shop.as(mainAdmin).GET('/api/admin/allOrders', { params: { query } })
    expect(data?.orders).toMatchObject([{ orderId, failure, state: 'created' }])
    expect(await accounts(shop)).toBe(0)
    expect(await asSeen(shop)).toEqual([[orderId, 'wrongAmount', undefined]])
    // Closed because its time is over, it still is no order that nothing was paid for.
    await takeStatement(shop.world, said(orderId, { status: 'closed', amount: null }))
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'TRADE_CLOSED', failure })
    expect(await asSeen(shop)).toEqual([[orderId, 'wrongAmount', undefined]])
    expect(await takeStatement(shop.world, said(orderId))).toBe('taken')
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH', failure: null })
  })

  test('logs a payment for an unknown order, or of another kind', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    for (const one of [said('nobody'), said('nobody'), said(orderId, { kind: 'paypal' })])
      expect(await takeStatement(shop.world, one)).toBe('unknown order')
    expect(await eventsOf(shop, null)).toHaveLength(2)
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'CREATE' })
  })

  test('notes a second payment of the same order', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    for (const paymentId of ['P1', 'P2', 'P2'])
      await takeStatement(shop.world, said(orderId, { paymentId }))
    const { id } = await storedOrder(shop, orderId)
    expect((await eventsOf(shop, id)).at(-1)).toBe('paidAgain P2')
    expect(await accounts(shop)).toBe(1)
  })
})

describe('reconciling', () => {
  test('finds what was paid while the server was down, also after the order expired', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    shop.alipay.pay(orderId)
    shop.clock.add(30 * HOUR)
    await reconcile(shop)
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH' })
  })

  test('collects an approved payment whose payer’s browser is gone', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    shop.clock.add(30_000)
    await Promise.all([reconcile(shop), reconcile(shop)])
    const [order] = await shop.db.selectFrom('placedOrder').selectAll().execute()
    expect(order).toMatchObject({ status: 'finish' })
    expect(await accounts(shop)).toBe(1)
  })

  test('closes unpaid orders here and at Alipay, and polls ever less often', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    shop.alipay.scan(orderId)
    shop.clock.add(HOUR - 1)
    await reconcile(shop)
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'WAIT_BUYER_PAY' })
    shop.clock.add(1)
    await reconcile(shop)
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'TRADE_CLOSED' })
    expect(shop.alipay.trades.get(orderId)?.status).toBe('TRADE_CLOSED')
    const before = shop.alipay.requested.length
    for (let minute = 0; minute < 60 * 24; minute += 10) {
      shop.clock.add(600_000)
      await reconcile(shop)
    }
    expect(shop.alipay.requested.length - before).toBeLessThan(40)
    shop.clock.add(170 * HOUR)
    await reconcile(shop)
    expect(await storedOrder(shop, orderId)).toMatchObject({ nextTry: null })
  })

  test('leaves an order open while Alipay is out of reach', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    shop.alipay.pay(orderId)
    shop.alipay.fail('down', 99)
    shop.clock.add(2 * HOUR)
    await reconcile(shop)
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'CREATE' })
    shop.alipay.heal()
    shop.clock.add(2 * HOUR)
    await reconcile(shop)
    expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH' })
  })
})

describe('rewarding', () => {
  async function invited(shop: Shop, useRef: boolean) {
    const { db } = shop
    const inviter = await shop.person()
    await db
      .insertInto('setting')
      .values({ key: 'ref', value: JSON.stringify({ useRef }) })
      .execute()
    const code = { code: '7', sourceUserId: inviter.id, maxUser: 1, createTime: 0 }
    const made = await db
      .insertInto('refCode')
      .values(code)
      .returning('id')
      .executeTakeFirstOrThrow()
    const referral = { codeId: made.id, userId: shop.customer.id, createTime: 0 }
    await db.insertInto('referral').values(referral).execute()
    await db
      .updateTable('plan')
      .set({ refTime: 7 * HOUR })
      .execute()
    return inviter
  }

  test('shares the reward of a plan among the accounts of the inviter, once per order', async () => {
    const shop = await makeShop()
    const inviter = await invited(shop, true)
    const ids = [await aPaidAccount(shop, inviter.id), await aPaidAccount(shop, inviter.id)]
    const end = shop.clock.at + 2_592_000_000
    const orderId = await buyByAlipay(shop)
    await takeStatement(shop.world, said(orderId))
    const rows = await shop.db
      .selectFrom('account')
      .select('expireTime')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    expect(rows.map(({ expireTime }) => (expireTime ?? 0) - end)).toEqual([3.5 * HOUR, 3.5 * HOUR])
    const path = { userId: inviter.id }
    const { data } = await shop
      .as(mainAdmin)
      .GET('/api/admin/refOrder/{userId}', { params: { path } })
    expect(data).toMatchObject([{ refTime: 3.5 * HOUR, status: 'FINISH' }, { refTime: 3.5 * HOUR }])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('gives nothing while inviting is off', async () => {
    const shop = await makeShop()
    const inviter = await invited(shop, false)
    await aPaidAccount(shop, inviter.id)
    await buyByAlipay(shop)
    const rewards = shop.db.selectFrom('placedOrder').select('id').where('kind', '=', 'refOrder')
    expect(await rewards.execute()).toEqual([])
  })
})

describe('getPlacedOrder', () => {
  test('reports all that happened to an order', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const read = (as = mainAdmin) =>
      shop.as(as).GET('/api/admin/allOrders/{orderId}', { params: { path: { orderId } } })
    const { data } = await read()
    expect(data).toMatchObject({
      orderId,
      state: 'delivered',
      failure: null,
      currency: 'CNY',
      failures: 0,
      sold: { name: 'Month', type: 3, cycle: 1, flow: 5_000_000, isPack: false },
      ledger: [
        { credit: 'alipay', debit: `owed:${shop.customer.id}`, amount: '10.00', currency: 'CNY' },
        { credit: `owed:${shop.customer.id}`, debit: 'delivered', amount: '10.00' },
      ],
    })
    expect(data?.events.map(({ event }) => event)).toEqual(['placed', 'named', 'paid', 'delivered'])
    const own = await shop.person({ type: 'admin' })
    const other = await shop.person({ type: 'admin', groupId: 4 })
    expect((await read(own)).response.status).toBe(200)
    expect((await read(other)).response.status).toBe(403)
  })
})

describe('retryPlacedOrder', () => {
  const retry = (shop: Shop, orderId: string) =>
    shop
      .as(mainAdmin)
      .POST('/api/admin/allOrders/{orderId}/retry', { params: { path: { orderId } } })

  test('polls an unpaid order, and leaves a delivered one alone', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    expect((await retry(shop, orderId)).data).toEqual({
      state: 'created',
      status: 'CREATE',
      failure: null,
    })
    shop.alipay.pay(orderId)
    shop.alipay.fail('down', 9)
    expect((await retry(shop, orderId)).error).toBe('provider unreachable')
    shop.alipay.heal()
    expect((await retry(shop, orderId)).data).toMatchObject({ state: 'delivered' })
    expect((await retry(shop, orderId)).data).toMatchObject({ state: 'delivered' })
    expect(await accounts(shop)).toBe(1)
  })

  test('says why an old order cannot be delivered, and refuses an unknown one', async () => {
    const shop = await makeShop()
    await anOrder(shop, shop.customer, {
      orderId: 'old',
      status: 'TRADE_SUCCESS',
      paidTime: 1,
      planId: 99,
    })
    expect((await retry(shop, 'old')).data).toMatchObject({ state: 'paid', failure: 'planGone' })
    expect((await retry(shop, 'none')).response.status).toBe(403)
  })
})
