import { describe, expect, test } from 'vitest'
import { ACCOUNT_TYPES, PERIOD } from '#rules/account.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { deliverOrder } from '../../../server/shop/fulfilment/deliver.ts'
import { refundOrder, settleRefunds } from '../../../server/shop/refunds/refund.ts'
import { closeOrder, takeStatement } from '../../../server/shop/settlement/settle.ts'
import { anAccount, anOrder, aPlan } from '../../support/make.ts'
import { mortal, openFakeProvider } from '../../support/fakeProvider.ts'
import { makeWorld } from '../../support/world.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'

/** A customer with an unpaid order of 10.00 at a fakeProvider, without a network. */
async function makeFakeProvider(changes: Parameters<typeof anOrder>[2] = {}) {
  const world = await makeWorld()
  const customer = await world.person()
  const planId = await aPlan(world, { alipay: 1000, changeOrderType: 1 })
  const fakeProvider = openFakeProvider('alipay')
  const order = { amount: 1000, planId, status: 'CREATE', refTime: 0, nextTry: 0 }
  const id = await anOrder(world, customer, { ...order, orderId: 'A1', ...changes })
  await fakeProvider.provider.create({ orderId: 'A1', providerId: null, amount: 1000, subject: '' })
  const state = () => storedOrder(world, 'A1')
  const notify = () => takeStatement(world.world, fakeProvider.statement('A1'))
  return { ...world, customer, fakeProvider, id, planId, state, notify }
}

describe('a payment of another amount', () => {
  test.each([
    [1, 'wrong amount'],
    [999, 'wrong amount'],
    [1000, 'taken'],
    [1001, 'wrong amount'],
    [100_000, 'wrong amount'],
  ])('of %d cents for an order of 1000 is %s', async (paid, word) => {
    const shop = await makeFakeProvider()
    shop.fakeProvider.pay('A1', paid)
    expect(await shop.notify()).toBe(word)
    const isTaken = word === 'taken'
    expect((await shop.state()).status).toBe(isTaken ? 'FINISH' : 'CREATE')
    expect((await shop.state()).failure).toBe(isTaken ? null : 'wrongAmount')
    const accounts = await shop.db.selectFrom('account').select('id').execute()
    expect(accounts).toHaveLength(isTaken ? 1 : 0)
    expect(await checkLedger(shop.db)).toEqual([])
  })
})

describe('closing an order', () => {
  test('is done once: the second time it was not open, and history has one line', async () => {
    const shop = await makeFakeProvider()
    expect(await closeOrder(shop.world, shop.id)).toBe(true)
    expect(await closeOrder(shop.world, shop.id)).toBe(false)
    expect((await shop.state()).status).toBe('TRADE_CLOSED')
    expect(await eventsOf(shop, shop.id)).toEqual(['closed'])
  })

  test.each([
    ['CREATE', true],
    ['WAIT_BUYER_PAY', true],
    ['TRADE_SUCCESS', false],
    ['FINISH', false],
    ['TRADE_CLOSED', false],
  ])('in the state %s closes it: %s', async (status, closed) => {
    const shop = await makeFakeProvider({ status })
    expect(await closeOrder(shop.world, shop.id)).toBe(closed)
    expect((await shop.state()).status).toBe(closed ? 'TRADE_CLOSED' : status)
  })

  test.each([
    ['created', true],
    ['approved', false],
    ['finish', false],
    ['closed', false],
  ])('of PayPal in the state %s closes it: %s', async (status, closed) => {
    const shop = await makeFakeProvider({ kind: 'paypal', status })
    expect(await closeOrder(shop.world, shop.id)).toBe(closed)
    expect((await shop.state()).status).toBe(closed ? 'closed' : status)
  })

  test('leaves one that was paid, regardless of its state', async () => {
    const shop = await makeFakeProvider({ status: 'CREATE', paidTime: 5 })
    expect(await closeOrder(shop.world, shop.id)).toBe(false)
    expect((await shop.state()).status).toBe('CREATE')
  })
})

describe('a refund that is refused', () => {
  const ask = (shop: Awaited<ReturnType<typeof makeFakeProvider>>) =>
    refundOrder(shop.world, shop.fakeProvider.provider, {
      orderId: 'A1',
      amount: 400,
      requestId: 'one',
      actorId: 1,
    })
  const bought = async () => {
    const shop = await makeFakeProvider()
    shop.fakeProvider.pay('A1')
    await shop.notify()
    const askAgain = async () =>
      settleRefunds(shop.world, async () => shop.fakeProvider.provider, await shop.state())
    return { ...shop, askAgain }
  }

  test('the first time gives its cents back to the order', async () => {
    const shop = await bought()
    shop.fakeProvider.behave('refused')
    await expect(ask(shop)).rejects.toMatchObject({ reason: 'provider refused' })
    expect(await shop.state()).toMatchObject({ refunded: 0 })
    expect(await eventsOf(shop, shop.id)).toContain('refundRefused 4.00 CNY')
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test.each([
    ['asked for again by hand', ask],
    ['looked after', (shop: Awaited<ReturnType<typeof bought>>) => shop.askAgain()],
  ])('after an answer was lost stays set aside: %s', async (_how, again) => {
    const shop = await bought()
    // It was refunded, and the site does not know.
    shop.fakeProvider.behave('lost')
    await expect(ask(shop)).rejects.toMatchObject({ reason: 'provider unreachable' })
    expect([...(shop.fakeProvider.trades.get('A1')?.refunds.values() ?? [])]).toEqual([400])
    shop.fakeProvider.behave('refused')
    await Promise.allSettled([again(shop)])
    expect(await shop.state()).toMatchObject({ refunded: 400 })
    expect((await shop.state()).nextTry).toBeGreaterThan(shop.clock.at)
    expect(await eventsOf(shop, shop.id)).not.toContain('refundRefused 4.00 CNY')
    // So nothing is refunded twice: 6.00 are left, and not 10.00.
    shop.fakeProvider.behave('well')
    const rest = { orderId: 'A1', amount: 601, requestId: 'two', actorId: 1 }
    await expect(refundOrder(shop.world, shop.fakeProvider.provider, rest)).rejects.toMatchObject({
      reason: 'more than left',
    })
    await shop.askAgain()
    expect(await shop.state()).toMatchObject({ refunded: 400, nextTry: null })
    expect(await checkLedger(shop.db)).toEqual([])
  })
})

describe('a delivery that fails for an unforeseen reason', () => {
  test('is shown to the admins at the third time, once', async () => {
    const shop = await makeFakeProvider({ status: 'TRADE_SUCCESS', paidTime: 1 })
    // Every statement of the delivery but its first fails, and noting that does not.
    const fail = () => {
      const { db } = mortal(shop.world, 2)
      let isNoting = false
      return deliverOrder(
        {
          ...shop.world,
          log: { ...shop.world.log, error: () => (isNoting = true) },
          get db() {
            return isNoting ? shop.db : db
          },
        },
        shop.id,
      )
    }
    const seen = []
    for (const failures of [1, 2, 3, 4]) {
      expect(await fail()).toBe(false)
      const order = await shop.state()
      expect(order.failures).toBe(failures)
      const notified = await shop.db
        .selectFrom('event')
        .select('kind')
        .where('kind', '=', 'paymentStuck')
        .execute()
      seen.push([order.failure, notified.length, (await eventsOf(shop, shop.id)).join()])
    }
    expect(seen).toEqual([
      [null, 0, ''],
      [null, 0, ''],
      ['error', 1, 'failed error'],
      ['error', 1, 'failed error'],
    ])
  })
})

describe('a flow pack', () => {
  const week = PERIOD[ACCOUNT_TYPES.week] ?? 0

  test.each([
    ['before the first cycle counts from its start', 5_000, 5_000],
    ['at the start of the first cycle counts from there', 0, 0],
    ['a moment into the first cycle counts from now', -1, 0],
    ['in the second cycle counts from now', -week - 1, 0],
  ])('bought %s', async (_when, startsIn, from) => {
    const shop = await makeFakeProvider()
    const { clock, customer, planId } = shop
    const cycleStart = clock.at + startsIn
    const accountId = await anAccount(shop, {
      userId: customer.id,
      orderId: planId,
      type: ACCOUNT_TYPES.week,
      flow: 1e3,
      cycleStart,
      cycles: 3,
      expireTime: cycleStart + 3 * week,
    })
    const pack = await aPlan(shop, { baseId: planId, type: null, cycle: null, flow: 700 })
    await shop.db
      .updateTable('placedOrder')
      .set({ planId: pack, accountId })
      .where('id', '=', shop.id)
      .execute()
    shop.fakeProvider.pay('A1')
    await shop.notify()
    expect((await shop.state()).status).toBe('FINISH')
    const packs = await shop.db.selectFrom('flowPack').selectAll().execute()
    expect(packs).toMatchObject([{ accountId, flow: 700, createTime: clock.at + from }])
    // What it is for is what counts: there is more to use in the cycle that is next, or now.
    const { data } = await shop.as(customer).GET('/api/user/account')
    expect(data).toMatchObject([{ id: accountId, data: { flow: 1000, flowPack: 700 } }])
  })
})
