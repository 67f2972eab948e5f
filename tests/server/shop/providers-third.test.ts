import { afterAll, describe, expect, test } from 'vitest'
import { addProvider } from '../../../server/shop/providers/registry.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { queryDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { courier, facts, noticeOf, trades } from '../../support/madeUp.ts'
import { aPlan } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

// In the world of this file alone there is a third provider, and no other code names it.
const forgetting = [addProvider(courier)]
// Another, which signs with the same key and speaks of the first one's orders.
forgetting.push(addProvider({ ...courier, facts: { ...facts, kind: 'liar' } }))
// Files of tests share their modules.
afterAll(() => {
  for (const forget of forgetting) forget()
})

const { kind } = facts
const HOUR = 3_600_000
const path = { kind }
const provider = { provider: kind }

async function makeThird() {
  const world = await makeWorld()
  const data = { kind, on: true, fields: { depot: 'North' }, secrets: { key: 'a key' } }
  const saved = await world.as(mainAdmin).PUT('/api/admin/setting/provider/{provider}', {
    params: { path: provider },
    body: { data },
  })
  expect(saved.response.status).toBe(200)
  const customer = await world.person()
  const prices = JSON.stringify({ [kind]: 700 })
  const planId = await aPlan(world, { alipay: 0, paypal: 0, prices, flow: 5_000_000 })
  const place = async () => {
    const { data: placed } = await world.as(customer).POST('/api/user/payment/{kind}/order', {
      params: { path },
      body: { orderId: planId, price: 7 },
    })
    return placed!
  }
  const send = async (notice: Record<string, string>) => {
    const { response } = await world
      .as(null)
      .POST('/api/payment/{kind}/notice', { params: { path }, body: notice as never })
    return response.status
  }
  const pay = (orderId: string, change: object = {}) =>
    Object.assign(trades.get(orderId)!, { paid: 700 }, change)
  const placed = await place()
  return { ...world, customer, planId, place, send, pay, ...placed, ask: () => ask(placed.orderId) }

  async function ask(orderId: string) {
    world.clock.add(5_000)
    const { data } = await world
      .as(customer)
      .POST('/api/user/payment/{kind}/status', { params: { path }, body: { orderId } })
    return data
  }
}

type Third = Awaited<ReturnType<typeof makeThird>>

const moved = async ({ db }: Third) =>
  (await db.selectFrom('ledger').selectAll().orderBy('id').execute()).map(
    ({ credit, debit, amount, currency }) => `${credit}>${debit} ${amount} ${currency}`,
  )
const accountsOf = async ({ db, customer }: Third) =>
  (await db.selectFrom('account').select('id').where('userId', '=', customer.id).execute()).length

describe('createPaymentOrder', () => {
  test('places one order with what the payer needs, however often it is pressed', async () => {
    const shop = await makeThird()
    expect(shop).toMatchObject({ payAt: `courier:${shop.orderId}`, amount: '7.00' })
    expect((await shop.place()).orderId).toBe(shop.orderId)
    const order = await storedOrder(shop, shop.orderId)
    expect(order).toMatchObject({ kind, status: 'created', amount: 700 })
    expect(order.expireTime).toBe(order.createTime + HOUR)
  })

  test('refuses one that is not on', async () => {
    const { as, customer, planId } = await makeThird()
    const { response } = await as(customer).POST('/api/user/payment/{kind}/order', {
      params: { path: { kind: 'alipay' } },
      body: { orderId: planId },
    })
    expect(response.status).toBe(403)
  })
})

describe('a kind that is no provider', () => {
  test.each(['stranger', 'giftcard', 'toString'])('as %s is refused everywhere', async (other) => {
    const shop = await makeThird()
    const main = shop.as(mainAdmin)
    const params = { path: { kind: other } }
    const orderId = shop.orderId
    const ofUser = { params: { path: { kind: other, userId: shop.customer.id } } }
    const calls = [
      shop
        .as(shop.customer)
        .POST('/api/user/payment/{kind}/order', { params, body: { orderId: shop.planId } }),
      shop.as(shop.customer).POST('/api/user/payment/{kind}/status', { params, body: { orderId } }),
      main.POST('/api/admin/payment/{kind}/refund', { params, body: { orderId } }),
      main.GET('/api/admin/payment/{kind}/user/{userId}', ofUser),
    ]
    for (const { response, error } of await Promise.all(calls)) {
      expect(response.status).toBe(400)
      expect(JSON.stringify(error)).toContain(
        'params/kind must be one of alipay, paypal, courier, liar',
      )
    }
  })
})

describe('exportPlans', () => {
  test('has its price, and an import reads it again', async () => {
    const { as, app, cookieOf, db, planId } = await makeThird()
    const headers = { cookie: await cookieOf(mainAdmin) }
    const { payload: table } = await app.inject({ url: '/api/admin/order/csv', headers })
    const [heading = '', row = ''] = table.split('\r\n')
    const at = heading.split(',').indexOf('courierCents')
    expect(row.split(',')[at]).toBe('700')
    await db.deleteFrom('placedOrder').execute()
    await db.deleteFrom('plan').where('id', '=', planId).execute()
    const { data: seen } = await as(mainAdmin).POST('/api/admin/import/preview', {
      body: { of: 'plan', table },
    })
    expect(seen).toMatchObject({ fresh: 1, sample: [{ prices: { [kind]: 700 } }] })
  })
})

describe('editOrder', () => {
  test('keeps the price by a provider that an older console does not send', async () => {
    const { as, db, planId } = await makeThird()
    const pricesNow = async () =>
      (await db.selectFrom('plan').select('prices').where('id', '=', planId).executeTakeFirst())
        ?.prices
    const edit = async (prices?: Record<string, number>) => {
      const body = { name: 'Month', alipay: 1, paypal: 0, flow: 5_000_000, type: 3, cycle: 1 }
      const { response } = await as(mainAdmin).PUT('/api/admin/order/{orderId}', {
        params: { path: { orderId: planId } },
        body: { ...body, ...(prices && { prices }) } as never,
      })
      expect(response.status).toBe(200)
      return pricesNow()
    }
    expect(await edit()).toBe('{"courier":700}')
    expect(await edit({ courier: 8 })).toBe('{"courier":800}')
    expect(await edit({ courier: 0 })).toBe('{}')
  })
})

describe('receivePaymentNotice', () => {
  test('delivers once, by any number of notices at once and later', async () => {
    const shop = await makeThird()
    shop.pay(shop.orderId)
    const notice = noticeOf(shop.orderId)
    expect(await Promise.all([1, 2, 3].map(() => shop.send(notice)))).toEqual([200, 200, 200])
    expect(await shop.send(notice)).toBe(200)
    const stored = await storedOrder(shop, shop.orderId)
    expect(stored).toMatchObject({ status: 'finish' })
    // What the provider says of people is not stored.
    expect(JSON.parse(stored.data ?? '')).toEqual({ status: 'paid', ride: { fare: 700 } })
    expect(await accountsOf(shop)).toBe(1)
    const owed = `owed:${shop.customer.id}`
    expect(await moved(shop)).toEqual([`courier>${owed} 700 USD`, `${owed}>delivered 700 USD`])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test.each([
    ['a cent less', { paid: '6.99' }, 'wrongAmount'],
    ['another currency', { currency: 'CNY' }, 'wrongCurrency'],
  ])('delivers nothing for %s', async (_, changes, failure) => {
    const shop = await makeThird()
    shop.pay(shop.orderId)
    expect(await shop.send(noticeOf(shop.orderId, changes))).toBe(403)
    expect(await storedOrder(shop, shop.orderId)).toMatchObject({ status: 'created', failure })
    expect([await accountsOf(shop), await moved(shop)]).toEqual([0, []])
  })

  test('believes nothing that is forged, and notes it', async () => {
    const shop = await makeThird()
    const notice = { ...noticeOf(shop.orderId, { paid: '7.00' }), currency: 'EUR' }
    expect(await shop.send(notice)).toBe(403)
    const { id } = await storedOrder(shop, shop.orderId)
    expect(await eventsOf(shop, id)).toEqual(['placed', 'named', 'forged signature'])
    expect(await accountsOf(shop)).toBe(0)
  })

  test('delivers what is paid late, after the order was closed', async () => {
    const shop = await makeThird()
    shop.clock.add(2 * HOUR)
    await queryDue(shop.world, findKnownProvider)
    expect(await storedOrder(shop, shop.orderId)).toMatchObject({ status: 'closed' })
    expect(trades.get(shop.orderId)).toMatchObject({ closed: true })
    shop.pay(shop.orderId)
    expect(await shop.send(noticeOf(shop.orderId))).toBe(200)
    expect([await accountsOf(shop), (await moved(shop)).length]).toEqual([1, 2])
  })

  test('books what went back at the provider, and asks an admin', async () => {
    const shop = await makeThird()
    shop.pay(shop.orderId)
    await shop.send(noticeOf(shop.orderId))
    expect(await shop.send(noticeOf(shop.orderId, { returned: '300' }))).toBe(200)
    expect(await shop.send(noticeOf(shop.orderId, { returned: '300' }))).toBe(200)
    expect(await storedOrder(shop, shop.orderId)).toMatchObject({
      refunded: 300,
      failure: 'returned',
    })
    expect((await moved(shop)).at(-1)).toBe('delivered>courier 300 USD')
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('is not taken from one provider about the order of another', async () => {
    const shop = await makeThird()
    shop.pay(shop.orderId)
    const data = { kind: 'liar', on: false, fields: {}, secrets: { key: 'a key' } }
    const params = { path: { provider: 'liar' } }
    await shop
      .as(mainAdmin)
      .PUT('/api/admin/setting/provider/{provider}', { params, body: { data } })
    const { response } = await shop.as(null).POST('/api/payment/{kind}/notice', {
      params: { path: { kind: 'liar' } },
      body: noticeOf(shop.orderId) as never,
    })
    expect(response.status).toBe(403)
    expect(await accountsOf(shop)).toBe(0)
  })

  test('is not taken for a provider that nobody knows', async () => {
    const { as } = await makeThird()
    const { response } = await as(null).POST('/api/payment/{kind}/notice', {
      params: { path: { kind: 'stranger' } },
      body: {},
    })
    expect(response.status).toBe(403)
  })
})

describe('getPaymentOrderStatus', () => {
  test('finds a payment whose notice was lost', async () => {
    const shop = await makeThird()
    expect(await shop.ask()).toMatchObject({ state: 'created', payAt: `courier:${shop.orderId}` })
    shop.pay(shop.orderId)
    await shop.ask()
    expect(await shop.ask()).toMatchObject({ state: 'delivered' })
  })

  test('leaves an order open that was paid while it was being closed', async () => {
    const shop = await makeThird()
    shop.clock.add(2 * HOUR)
    // Asked it was not paid, and by the time it is to be closed there it is.
    const racing: typeof findKnownProvider = async (place, name) => {
      const found = (await findKnownProvider(place, name))!
      const query: typeof found.query = async (order) => {
        const said = await found.query(order)
        shop.pay(shop.orderId)
        return said
      }
      return { ...found, query }
    }
    await queryDue(shop.world, racing)
    expect(await storedOrder(shop, shop.orderId)).toMatchObject({ status: 'created' })
    await shop.ask()
    expect(await storedOrder(shop, shop.orderId)).toMatchObject({ status: 'finish' })
  })
})

describe('refundPaymentOrder', () => {
  test('pays back once, through the books', async () => {
    const shop = await makeThird()
    shop.pay(shop.orderId)
    await shop.send(noticeOf(shop.orderId))
    const body = { orderId: shop.orderId, amount: '2.00', requestId: 'a-request-0001' }
    const refund = () =>
      shop.as(mainAdmin).POST('/api/admin/payment/{kind}/refund', { params: { path }, body })
    expect((await refund()).response.status).toBe(200)
    await shop.send(noticeOf(shop.orderId, { returned: '200' }))
    expect(await storedOrder(shop, shop.orderId)).toMatchObject({ refunded: 200, failure: null })
    expect((await moved(shop)).slice(2)).toEqual([
      'delivered>refunding 200 USD',
      'refunding>courier 200 USD',
    ])
    expect(await checkLedger(shop.db)).toEqual([])
  })
})

describe('listUserPaymentOrders', () => {
  test('and the other lists, tables and settings show it without naming it', async () => {
    const shop = await makeThird()
    shop.pay(shop.orderId)
    await shop.send(noticeOf(shop.orderId))
    const main = shop.as(mainAdmin)
    const order = { kind, orderId: shop.orderId, amount: '7.00', status: 'finish' }
    const userId = shop.customer.id
    const mine = { params: { path: { kind, userId } } }
    const { data: listed } = await main.GET('/api/admin/payment/{kind}/user/{userId}', mine)
    expect(listed).toMatchObject([order])
    const query = { kind: [kind], filter: ['FINISH' as const] }
    const { data: all } = await main.GET('/api/admin/allOrders', { params: { query } })
    expect(all).toMatchObject({ total: 1, orders: [order] })
    const csv = await main.GET('/api/admin/allOrders/csv', { params: { query }, parseAs: 'text' })
    expect(csv.data).toContain(`${shop.orderId},courier,delivered,finish,USD,7.00`)
    const { data: paid } = await main.GET('/api/admin/user/{userId}/orders', {
      params: { path: { userId } },
    })
    expect(paid?.paid).toMatchObject([{ currency: 'USD', amount: 700, orders: 1 }])
    const { data: status } = await shop.as(shop.customer).GET('/api/home/login')
    expect(status).toMatchObject({ alipay: false, paypal: false, payments: [kind] })
    const setting = await main.GET('/api/admin/setting/provider/{provider}', {
      params: { path: provider },
    })
    expect(setting.data).toMatchObject({
      kind,
      on: true,
      fields: { depot: 'North' },
      secrets: { key: true },
    })
    expect(JSON.stringify(setting.data)).not.toContain('a key')
  })
})
