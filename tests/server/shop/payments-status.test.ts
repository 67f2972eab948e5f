import { describe, expect, test } from 'vitest'
import { anOrder } from '../../support/make.ts'
import { buyByAlipay, storedOrder, makeShop, orderByPaypal, type Shop } from '../../support/shop.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const MINUTE = 60_000

const execute = (shop: Shop, paymentID: string) =>
  shop.as(shop.customer).POST('/api/user/paypal/execute', { body: { paymentID } })
const retry = (world: World, orderId: string) =>
  world
    .as(mainAdmin)
    .POST('/api/admin/allOrders/{orderId}/retry', { params: { path: { orderId } } })
const history = ({ db }: World) =>
  db.selectFrom('orderEvent').select(['event', 'actorId', 'time']).orderBy('id').execute()

test('a placed order is answered with its price, its end and where to pay', async () => {
  const shop = await makeShop()
  const as = shop.as(shop.customer)
  const body = { orderId: shop.planId }
  const alipay = (await as.POST('/api/user/order/qrcode', { body })).data!
  expect(alipay).toEqual({
    orderId: alipay.orderId,
    qrCode: `${shop.alipay.origin}/scan/${alipay.orderId}`,
    amount: '10.00',
    expireTime: shop.clock.at + 60 * MINUTE,
    expiresIn: 60 * MINUTE,
  })
  const paypal = (await as.POST('/api/user/paypal/create', { body })).data!
  expect(paypal).toEqual({
    paymentID: paypal.paymentID,
    approvalUrl: `${shop.paypal.origin}/checkoutnow?token=${paypal.paymentID}`,
    amount: '2.00',
    expireTime: shop.clock.at + 120 * MINUTE,
    expiresIn: 120 * MINUTE,
  })
})

describe('retryPlacedOrder', () => {
  test('is logged with its author, and not for orders that cost nothing or were delivered', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const failed = { status: 'TRADE_SUCCESS', paidTime: 1, planId: 99 }
    await anOrder(world, user, { orderId: 'A1', ...failed })
    await anOrder(world, user, { orderId: 'A2', deliveredTime: 5 })
    await anOrder(world, user, { orderId: 'G1', kind: 'giftcard', deliveredTime: null })
    for (const [orderId, state] of [
      ['A2', 'delivered'],
      ['G1', 'delivered'],
      ['A1', 'paid'],
    ] as const)
      expect((await retry(world, orderId)).data?.state).toBe(state)
    const time = world.clock.at
    expect(await history(world)).toEqual([
      { event: 'retried', actorId: 1, time },
      { event: 'failed', actorId: null, time },
    ])
  })

  test.each([
    ['alipay', 'CREATE'],
    ['paypal', 'created'],
  ] as const)('says that the provider cannot be reached: %s', async (kind, status) => {
    const world = await makeWorld()
    await anOrder(world, await world.person(), { orderId: 'A1', kind, status })
    const { error, response } = await retry(world, 'A1')
    expect([response.status, error]).toEqual([403, 'provider not set up'])
  })
})

describe('executePaypalOrder', () => {
  test.each([
    ['wrong amount', { currency_code: 'EUR', value: '2.00' }],
    ['wrong amount', { currency_code: 'USD', value: '2.01' }],
  ])('is refused with "%s" where %j came', async (word, money) => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.orders.get(paymentID)!.purchase_units[0]!.amount = money
    shop.paypal.approve(paymentID)
    const { error, response } = await execute(shop, paymentID)
    expect([response.status, error]).toEqual([403, word])
  })

  test('is refused without a word where the payment is turned down, or PayPal is away', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    const stored = () =>
      shop.db.selectFrom('placedOrder').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const before = await stored()
    const other = await anOrder(shop, shop.customer, { nextTry: 5 })
    const refused = await execute(shop, paymentID)
    expect([refused.response.status, refused.error ?? '']).toEqual([403, ''])
    // Only the answer may have got lost; it is looked at soon.
    expect(await stored()).toEqual({ ...before, nextTry: shop.clock.at + 10_000 })
    const { nextTry } = await shop.db
      .selectFrom('placedOrder')
      .select('nextTry')
      .where('id', '=', other)
      .executeTakeFirstOrThrow()
    expect(nextTry).toBe(5)
    shop.paypal.approve(paymentID)
    shop.paypal.decide('DECLINED')
    const declined = await execute(shop, paymentID)
    expect([declined.response.status, declined.error ?? '']).toEqual([403, ''])
  })

  test('answers for a paid order without calling PayPal', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    await shop.db.updateTable('placedOrder').set({ paidTime: 5 }).execute()
    const { length } = shop.paypal.requested
    expect((await execute(shop, paymentID)).response.status).toBe(200)
    expect(shop.paypal.requested).toHaveLength(length)
  })
})

describe('the status of an order', () => {
  test('makes no call for what was delivered or closed', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const ask = () => shop.as(shop.customer).POST('/api/user/order/status', { body: { orderId } })
    shop.clock.add(MINUTE)
    const { length } = shop.alipay.requested
    expect((await ask()).data).toMatchObject({ state: 'delivered' })
    await shop.db.updateTable('placedOrder').set({ status: 'TRADE_CLOSED' }).execute()
    expect((await ask()).data).toMatchObject({ state: 'closed' })
    expect(shop.alipay.requested).toHaveLength(length)
  })

  test('is reported while its provider is switched off', async () => {
    const shop = await makeShop()
    await anOrder(shop, shop.customer, { orderId: 'A1', status: 'CREATE', accountId: 5 })
    await shop.db.deleteFrom('setting').execute()
    const body = { orderId: 'A1' }
    const ask = async () =>
      (await shop.as(shop.customer).POST('/api/user/order/status', { body })).data
    const status = { status: 'CREATE', state: 'created', accountId: 5 }
    expect(await ask()).toEqual(status)
    for (const left of [1, 0, -1]) {
      const expireTime = shop.clock.at + left
      await shop.db.updateTable('placedOrder').set({ expireTime }).execute()
      expect(await ask()).toEqual({ ...status, ...(left > 0 && { expiresIn: left }) })
    }
    expect((await storedOrder(shop, 'A1')).askTime).toBe(null)
  })

  test('reports only the order of this number and kind', async () => {
    const shop = await makeShop()
    await anOrder(shop, shop.customer, { orderId: 'A1', kind: 'paypal', providerId: 'P1' })
    await anOrder(shop, shop.customer, { orderId: 'A2', status: 'TRADE_CLOSED', providerId: 'P2' })
    const as = shop.as(shop.customer)
    const alipay = async (orderId: string) =>
      (await as.POST('/api/user/order/status', { body: { orderId } })).data?.status
    const paypal = async (paymentID: string) =>
      (await as.POST('/api/user/paypal/status', { body: { paymentID } })).data?.status
    expect([await alipay('A1'), await alipay('A2')]).toEqual([undefined, 'TRADE_CLOSED'])
    expect([await paypal('P1'), await paypal('P2')]).toEqual(['FINISH', undefined])
    const paths = { path: { userId: shop.customer.id } }
    for (const [path, kind] of [
      ['/api/admin/alipay/{userId}', 'A2'],
      ['/api/admin/paypal/{userId}', 'A1'],
    ] as const) {
      const { data } = await shop.as(mainAdmin).GET(path, { params: paths })
      expect(data?.map(({ orderId }: { orderId: string }) => orderId)).toEqual([kind])
    }
  })
})
