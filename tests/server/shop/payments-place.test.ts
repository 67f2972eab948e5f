import { describe, expect, test } from 'vitest'
import { deliverDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { anAccount, aPlan } from '../../support/make.ts'
import {
  aPaidAccount,
  buyByAlipay,
  eventsOf,
  storedOrder,
  makeShop,
  orderByAlipay,
  orderByPaypal,
  statusOf,
} from '../../support/shop.ts'

const MINUTE = 60_000

async function group(shop: Awaited<ReturnType<typeof makeShop>>, orders: number[]) {
  const row = { name: 'Few', orders: JSON.stringify(orders) }
  const made = await shop.db.insertInto('userGroup').values(row).returning('id').executeTakeFirst()
  return made?.id ?? 0
}

describe('listMyPlans', () => {
  const offered = async (shop: Awaited<ReturnType<typeof makeShop>>, accountId?: number) => {
    const query = accountId === undefined ? {} : { accountId }
    const reply = await shop.as(shop.customer).GET('/api/user/order/price', { params: { query } })
    return reply.data?.map(({ id }) => id) ?? reply.response.status
  }

  test('offers packs only for an account that is on their plan, valid', async () => {
    const shop = await makeShop()
    const pack = await aPlan(shop, { baseId: shop.planId, alipay: 300, type: null, cycle: null })
    const accountId = await aPaidAccount(shop, shop.customer.id)
    expect(await offered(shop)).toEqual([shop.planId])
    expect(await offered(shop, 0)).toEqual([shop.planId])
    expect(await offered(shop, accountId)).toEqual([shop.planId, pack])
    shop.clock.add(31 * 86_400_000)
    expect(await offered(shop, accountId)).toEqual([shop.planId])
  })

  test('offers nothing for an account without an end, and refuses someone else’s', async () => {
    const shop = await makeShop()
    expect(await offered(shop, await anAccount(shop, { userId: shop.customer.id }))).toEqual([])
    expect(await offered(shop, await aPaidAccount(shop, 1))).toBe(403)
  })
})

describe('createAlipayOrder', () => {
  test('places an order under a number of local time, and shows its code', async () => {
    const shop = await makeShop()
    const { orderId, qrCode } = await orderByAlipay(shop)
    expect(orderId).toMatch(/^20260115120000\d{6}$/)
    expect(qrCode).toBe(`${shop.alipay.origin}/scan/${orderId}`)
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ kind: 'alipay', status: 'CREATE', amount: 1000, accountId: null })
    expect(order.expireTime).toBe(shop.clock.at + 60 * MINUTE)
    expect(await eventsOf(shop, order.id)).toEqual(['placed', 'named'])
  })

  test('shows an unpaid order again that lives for another 15 minutes', async () => {
    const shop = await makeShop()
    const first = await orderByAlipay(shop)
    expect(await orderByAlipay(shop)).toEqual(first)
    const accountId = await aPaidAccount(shop, shop.customer.id)
    expect((await orderByAlipay(shop, { accountId })).orderId).not.toBe(first.orderId)
    shop.clock.add(45 * MINUTE - 1)
    expect(await orderByAlipay(shop)).toEqual(first)
    shop.clock.add(1)
    expect((await orderByAlipay(shop)).orderId).not.toBe(first.orderId)
  })

  test.each([
    ['another price', { alipay: 1200 }],
    ['other terms', { flow: 6_000_000 }],
  ])('places another order after the plan was given %s', async (_what, changes) => {
    const shop = await makeShop()
    const first = await orderByAlipay(shop)
    await shop.db.updateTable('plan').set(changes).where('id', '=', shop.planId).execute()
    const second = await orderByAlipay(shop)
    expect(second.orderId).not.toBe(first.orderId)
    // What was placed before is still what is paid and delivered.
    shop.alipay.pay(first.orderId)
    expect(await statusOf(shop, first.orderId)).toBe('FINISH')
    const { accountId } = await storedOrder(shop, first.orderId)
    const account = shop.db.selectFrom('account').select('flow').where('id', '=', accountId)
    expect((await account.executeTakeFirst())?.flow).toBe(5_000_000)
  })

  test.each(['qrcode', 'paypal'] as const)(
    'refuses another price than was shown, and places nothing (%s)',
    async (way) => {
      const shop = await makeShop()
      const path = way === 'qrcode' ? '/api/user/order/qrcode' : '/api/user/paypal/create'
      const order = (price?: number) =>
        shop.as(shop.customer).POST(path, { body: { orderId: shop.planId, price } })
      const raised = { alipay: 19_990, paypal: 19_990 }
      await shop.db.updateTable('plan').set(raised).where('id', '=', shop.planId).execute()
      for (const price of [10, 2, 199, 199.91, 0])
        expect(await order(price)).toMatchObject({ error: 'price changed' })
      expect(await shop.db.selectFrom('placedOrder').select('id').execute()).toEqual([])
      expect((await order(199.9)).data).toMatchObject({ amount: '199.90' })
      // Older consoles do not send the price they showed.
      expect((await order()).data).toMatchObject({ amount: '199.90' })
      expect(await shop.db.selectFrom('placedOrder').select('id').execute()).toHaveLength(1)
    },
  )

  test('reports how long it can be paid, for a device with a wrong clock', async () => {
    const shop = await makeShop()
    const as = shop.as(shop.customer)
    const place = () => as.POST('/api/user/order/qrcode', { body: { orderId: shop.planId } })
    const { orderId = '', expiresIn } = (await place()).data ?? {}
    expect(expiresIn).toBe(60 * MINUTE)
    shop.clock.add(20 * MINUTE)
    expect((await place()).data).toMatchObject({ orderId, expiresIn: 40 * MINUTE })
    const { data } = await as.POST('/api/user/order/status', { body: { orderId } })
    expect(data).toMatchObject({ state: 'created', expiresIn: 40 * MINUTE })
    const mine = await as.GET('/api/user/order', { params: { query: { unpaid: 1 } } })
    expect(mine.data).toMatchObject([{ orderId, state: 'created', expiresIn: 40 * MINUTE }])
  })

  test('is pressed twice at the same moment and places one order', async () => {
    const shop = await makeShop()
    const [one, two] = await Promise.all([orderByAlipay(shop), orderByAlipay(shop)])
    expect(one).toEqual(two)
    expect(await shop.db.selectFrom('placedOrder').select('id').execute()).toHaveLength(1)
  })

  test('refuses what the customer may not buy, and places nothing', async () => {
    const shop = await makeShop()
    const free = await aPlan(shop, { alipay: 0, paypal: 100 })
    const pack = await aPlan(shop, { baseId: shop.planId, alipay: 300, type: null, cycle: null })
    const other = await aPaidAccount(shop, 1)
    const endless = await anAccount(shop, { userId: shop.customer.id })
    const member = await shop.person({ groupId: await group(shop, [free]) })
    for (const wish of [
      { orderId: free },
      { orderId: 999 },
      { orderId: pack },
      { accountId: other },
      { accountId: 999 },
      { accountId: endless },
      { as: member },
    ])
      expect(await orderByAlipay(shop, wish), JSON.stringify(wish)).toMatchObject({ status: 403 })
    expect(await shop.db.selectFrom('placedOrder').select('id').execute()).toEqual([])
    expect(shop.alipay.requested).toEqual([])
  })

  test.each(['down', 'garbage', 'SYSTEM_ERROR', 'forged'] as const)(
    'is refused, and the order closed, when Alipay fails (%s)',
    async (fault) => {
      const shop = await makeShop()
      shop.alipay.fail(fault, 5)
      expect(await orderByAlipay(shop)).toMatchObject({ status: 403 })
      const order = await shop.db.selectFrom('placedOrder').selectAll().executeTakeFirstOrThrow()
      expect(order.status).toBe('TRADE_CLOSED')
      expect(await eventsOf(shop, order.id)).toEqual([
        'placed',
        expect.stringContaining('providerFailed'),
      ])
      shop.alipay.heal()
      expect((await orderByAlipay(shop)).orderId).not.toBe(order.orderId)
    },
  )

  test('is refused while Alipay is off', async () => {
    const shop = await makeShop()
    await shop.db.deleteFrom('setting').where('key', '=', 'alipay').execute()
    expect(await orderByAlipay(shop)).toMatchObject({ status: 403 })
  })
})

describe('getAlipayOrderStatus', () => {
  test('follows an order until it is delivered', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    expect(await statusOf(shop, orderId)).toBe('CREATE')
    shop.alipay.scan(orderId)
    expect(await statusOf(shop, orderId)).toBe('WAIT_BUYER_PAY')
    shop.alipay.pay(orderId)
    expect(await statusOf(shop, orderId)).toBe('FINISH')
    const { accountId } = await storedOrder(shop, orderId)
    const requested = await shop
      .as(shop.customer)
      .POST('/api/user/order/status', { body: { orderId } })
    expect(requested.data).toEqual({ status: 'FINISH', state: 'delivered', accountId })
  })

  test('polls Alipay at most every few seconds, however many tabs wait', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    const before = shop.alipay.requested.length
    await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.as(shop.customer).POST('/api/user/order/status', { body: { orderId } }),
      ),
    )
    expect(shop.alipay.requested.length - before).toBe(1)
  })

  test('reports what is known when Alipay cannot be reached, and refuses a foreign order', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    shop.alipay.fail('down', 9)
    expect(await statusOf(shop, orderId)).toBe('CREATE')
    expect(await statusOf(shop, orderId, await shop.person())).toBeUndefined()
  })
})

describe('createPaypalOrder', () => {
  test('places an order that lives for two hours, and reads a form of an old library', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    expect(shop.paypal.orders.get(paymentID)?.purchase_units[0]?.amount.value).toBe('2.00')
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/user/paypal/create',
      headers: {
        cookie: await shop.cookieOf(shop.customer),
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `orderId=${shop.planId}&accountId=undefined`,
    })
    expect(reply.json()).toMatchObject({ paymentID })
    const [order] = await shop.db.selectFrom('placedOrder').selectAll().execute()
    expect(order?.expireTime).toBe(shop.clock.at + 120 * MINUTE)
  })

  test('is refused, and the order closed, when PayPal fails', async () => {
    const shop = await makeShop()
    shop.paypal.allow(false)
    expect(await orderByPaypal(shop)).toMatchObject({ status: 403 })
    const [order] = await shop.db.selectFrom('placedOrder').selectAll().execute()
    expect(order?.status).toBe('closed')
  })
})

describe('executePaypalOrder', () => {
  const execute = async (
    shop: Awaited<ReturnType<typeof makeShop>>,
    paymentID: string,
    as = shop.customer,
  ) => (await shop.as(as).POST('/api/user/paypal/execute', { body: { paymentID } })).response.status

  test('collects what the payer agreed to, once', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    expect(await execute(shop, paymentID)).toBe(403)
    shop.paypal.approve(paymentID)
    expect(await execute(shop, paymentID, await shop.person())).toBe(403)
    expect(await execute(shop, paymentID)).toBe(200)
    expect(await execute(shop, paymentID)).toBe(200)
    const [order] = await shop.db.selectFrom('placedOrder').selectAll().execute()
    expect(order).toMatchObject({ status: 'finish', amount: 200 })
    expect(await shop.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  })

  test('loses nothing when the answer of PayPal is lost', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    shop.paypal.fail('lost', 2)
    expect(await execute(shop, paymentID)).toBe(403)
    shop.paypal.heal()
    expect(await execute(shop, paymentID)).toBe(200)
    expect(await shop.db.selectFrom('account').select('id').execute()).toHaveLength(1)
  })

  test('refuses a declined card, and the payer may try another', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    shop.paypal.decide('INSTRUMENT_DECLINED')
    const sent = { body: { paymentID } }
    const declined = await shop.as(shop.customer).POST('/api/user/paypal/execute', sent)
    expect(declined).toMatchObject({ error: 'card declined', response: { status: 403 } })
    shop.paypal.approve(paymentID)
    expect(await execute(shop, paymentID)).toBe(200)
  })
})

describe('delivering', () => {
  test('opens a new account on a port of the plan, or of the settings', async () => {
    const shop = await makeShop()
    const own = await aPlan(shop, { alipay: 100, portRange: '21000-21001,22000', active: 0 })
    for (const orderId of [own, own, own, shop.planId]) await buyByAlipay(shop, { orderId })
    const accounts = await shop.db.selectFrom('account').selectAll().orderBy('id').execute()
    expect(accounts.map(({ port }) => port)).toEqual([21_000, 21_001, 22_000, 50_000])
    expect(accounts[0]).toMatchObject({ active: 0, type: 3, cycles: 1, userId: shop.customer.id })
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(4)
    expect(shop.woken.times).toBe(4)
  })

  test('adds time from the end of a valid account, and from now of an expired one', async () => {
    const shop = await makeShop()
    const accountId = await aPaidAccount(shop, shop.customer.id)
    const before = shop.clock.at
    const endOf = async () => {
      const row = shop.db.selectFrom('account').selectAll().where('id', '=', accountId)
      return (await row.executeTakeFirstOrThrow()).expireTime
    }
    await buyByAlipay(shop, { accountId })
    expect(await endOf()).toBe(before + 2 * 2_592_000_000)
    shop.clock.add(70 * 86_400_000)
    await buyByAlipay(shop, { accountId })
    expect(await endOf()).toBe(shop.clock.at + 2_592_000_000)
  })

  test('adds the time of two orders that are paid at the same moment', async () => {
    const shop = await makeShop()
    const accountId = await aPaidAccount(shop, shop.customer.id)
    // It grants the same in each cycle, so that neither is exchanged for the other.
    const other = await aPlan(shop, { alipay: 500, flow: 5_000_000, changeOrderType: 1 })
    const placed = [
      await orderByAlipay(shop, { accountId }),
      await orderByAlipay(shop, { accountId, orderId: other }),
    ]
    for (const { orderId } of placed) shop.alipay.pay(orderId)
    shop.clock.add(5_000)
    await Promise.all(
      placed.map(({ orderId }) =>
        shop.as(shop.customer).POST('/api/user/order/status', { body: { orderId } }),
      ),
    )
    const account = shop.db.selectFrom('account').select('expireTime').where('id', '=', accountId)
    const { expireTime } = await account.executeTakeFirstOrThrow()
    expect(expireTime).toBe(shop.clock.at - 5_000 + 3 * 2_592_000_000)
  })

  test('replaces an account that is gone or has another owner by now', async () => {
    const shop = await makeShop()
    for (const lose of ['delete', 'give away']) {
      const accountId = await aPaidAccount(shop, shop.customer.id)
      const { orderId } = await orderByAlipay(shop, { accountId })
      if (lose === 'delete')
        await shop.db.deleteFrom('account').where('id', '=', accountId).execute()
      else
        await shop.db
          .updateTable('account')
          .set({ userId: 1 })
          .where('id', '=', accountId)
          .execute()
      shop.alipay.pay(orderId)
      expect(await statusOf(shop, orderId)).toBe('FINISH')
      expect((await storedOrder(shop, orderId)).accountId).not.toBe(accountId)
    }
  })

  test('delivers a plan that is gone as it was sold', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    await shop.db.deleteFrom('plan').where('id', '=', shop.planId).execute()
    shop.alipay.pay(orderId)
    expect(await statusOf(shop, orderId)).toBe('FINISH')
  })

  test('keeps a pack until its account is valid again', async () => {
    const shop = await makeShop()
    const accountId = await aPaidAccount(shop, shop.customer.id)
    const pack = await aPlan(shop, {
      baseId: shop.planId,
      alipay: 300,
      flow: 700,
      type: null,
      cycle: null,
    })
    const { orderId } = await orderByAlipay(shop, { orderId: pack, accountId })
    await shop.db.updateTable('account').set({ expireTime: 1, cycleStart: 1 }).execute()
    shop.alipay.pay(orderId)
    expect(await statusOf(shop, orderId)).toBe('TRADE_SUCCESS')
    expect(await storedOrder(shop, orderId)).toMatchObject({ failure: 'accountExpired' })
    await buyByAlipay(shop, { accountId })
    shop.clock.add(60_000)
    await deliverDue(shop.world, findKnownProvider)
    const packs = await shop.db.selectFrom('flowPack').selectAll().execute()
    expect(packs).toMatchObject([{ accountId, flow: 700, createTime: shop.clock.at }])
  })
})
