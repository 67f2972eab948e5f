import { expect, test } from 'vitest'
import { deliverDue, queryDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { buyByCard } from '../../support/cards.ts'
import { aNewAccount, anAccount, aPlan, aServer, months } from '../../support/make.ts'
import {
  makeShop,
  orderByAlipay,
  orderByPaypal,
  type Shop,
  statusOf,
  storedOrder,
} from '../../support/shop.ts'
import { mainAdmin } from '../../support/world.ts'

const HOUR = 3_600_000

/** A shop whose plan has so many ports. */
async function makeNarrow(ports: string) {
  const shop = await makeShop()
  await shop.db.updateTable('plan').set({ portRange: ports }).execute()
  return shop
}

const refusal = async (shop: Shop, as = shop.customer, orderId = shop.planId) => {
  const body = { orderId }
  const { error, response } = await shop.as(as).POST('/api/user/order/qrcode', { body })
  return error ?? response.status
}

const portsOf = async (shop: Shop) => {
  const rows = await shop.db.selectFrom('account').select('port').orderBy('port').execute()
  return rows.map(({ port }) => port)
}

test('of two ports two are sold: the third order is refused before anything is paid', async () => {
  const shop = await makeNarrow('20000-20001')
  const others = [await shop.person(), await shop.person(), await shop.person()]
  const [first, second] = [
    await orderByAlipay(shop, { as: others[0]! }),
    await orderByPaypal(shop, { as: others[1]! }),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  const asked = shop.alipay.requested.length
  expect(await refusal(shop, others[2])).toBe('no port')
  expect(shop.alipay.requested.length).toBe(asked)
  // An account on it can be renewed meanwhile: it has its port.
  const accountId = await anAccount(shop, {
    port: 30_000,
    userId: others[2]!.id,
    ...months(shop, 1),
  })
  expect((await orderByAlipay(shop, { as: others[2]!, accountId })).status).toBe(200)
  shop.paypal.approve(second.paymentID)
  const body = { paymentID: second.paymentID }
  await shop.as(others[1]!).POST('/api/user/paypal/execute', { body })
  shop.alipay.pay(first.orderId)
  await statusOf(shop, first.orderId, others[0])
  expect(await portsOf(shop)).toEqual([20_000, 20_001, 30_000])
  expect(await refusal(shop, others[2])).toBe('no port')
})

test('of many at once for the last port one is sold, and nobody else gets it meanwhile', async () => {
  const shop = await makeNarrow('20000')
  // Of plans of their own, as orders of one plan wait for each other anyhow.
  const others = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => ({
      person: await shop.person(),
      orderId: await aPlan(shop, { alipay: 100 + n, portRange: '20000' }),
    })),
  )
  const create = async () => {
    const body = aNewAccount({ port: 20_000 })
    const { error } = await shop.as(mainAdmin).POST('/api/admin/account', { body })
    return error === undefined ? 200 : 'no port'
  }
  const ordered = others.map(({ person, orderId }) => refusal(shop, person, orderId))
  const replies = await Promise.all([...ordered.slice(0, 3), create(), ...ordered.slice(3)])
  expect(replies.filter((reply) => reply === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply === 'no port')).toHaveLength(6)
})

test('a port set aside is nobody else’s, until the order ends', async () => {
  const shop = await makeNarrow('20000')
  const other = await shop.person()
  const { orderId } = await orderByAlipay(shop)
  await buyByCard(shop, other, shop.planId)
  const created = await shop
    .as(mainAdmin)
    .POST('/api/admin/account', { body: aNewAccount({ port: 20_000 }) })
  expect(created.error).toBe('port exists')
  const elsewhere = await anAccount(shop, { port: 20_001 })
  const params = { path: { accountId: elsewhere } }
  const moved = await shop
    .as(mainAdmin)
    .PUT('/api/admin/account/{accountId}/port', { params, body: { port: 20_000 } })
  expect(moved.error).toBe('port exists')
  expect(await portsOf(shop)).toEqual([20_001])
  // It is closed once its time is over.
  shop.clock.add(HOUR)
  await queryDue(shop.world, findKnownProvider)
  expect(await storedOrder(shop, orderId)).toMatchObject({
    status: 'TRADE_CLOSED',
    reservedPort: null,
  })
  await buyByCard(shop, other, shop.planId)
  expect(await portsOf(shop)).toEqual([20_000, 20_001])
})

test('another way to pay takes the port of the first over', async () => {
  const shop = await makeNarrow('20000')
  const { orderId } = await orderByAlipay(shop)
  const { paymentID, status } = await orderByPaypal(shop)
  expect(status).toBe(200)
  expect(await storedOrder(shop, orderId)).toMatchObject({ reservedPort: null })
  shop.paypal.approve(paymentID)
  await shop.as(shop.customer).POST('/api/user/paypal/execute', { body: { paymentID } })
  expect(await portsOf(shop)).toEqual([20_000])
})

test('one customer holds three ports by orders that are not paid, and no more', async () => {
  const shop = await makeNarrow('20000-20010')
  for (let n = 0; n < 5; n++) {
    const orderId = await aPlan(shop, { alipay: 100 + n, portRange: '20000-20010' })
    expect((await orderByAlipay(shop, { orderId })).status).toBe(200)
  }
  const rows = await shop.db
    .selectFrom('placedOrder')
    .select(['reservedPort', 'status'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ reservedPort }) => reservedPort !== null)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  // What was let go cannot be paid any more.
  await queryDue(shop.world, findKnownProvider)
  const open = await shop.db
    .selectFrom('placedOrder')
    .select('id')
    .where('status', '=', 'CREATE')
    .execute()
  expect(open).toHaveLength(3)
})

test('what was approved after its time is not collected while no port is free', async () => {
  const shop = await makeNarrow('20000')
  const { paymentID } = await orderByPaypal(shop)
  await shop.db.updateTable('placedOrder').set({ status: 'closed', reservedPort: null }).execute()
  const accountId = await anAccount(shop, { port: 20_000 })
  shop.paypal.approve(paymentID)
  const pay = async () => {
    const body = { paymentID }
    const { error, response } = await shop
      .as(shop.customer)
      .POST('/api/user/paypal/execute', { body })
    return error ?? response.status
  }
  expect(await pay()).toBe('no port')
  shop.clock.add(HOUR / 2)
  await queryDue(shop.world, findKnownProvider)
  expect(shop.paypal.orders.get(paymentID)!.captures).toEqual([])
  await shop.db.deleteFrom('account').where('id', '=', accountId).execute()
  expect(await pay()).toBe(200)
  expect(await portsOf(shop)).toEqual([20_000])
})

test('a port is set aside on every server that would map another one to it', async () => {
  const shop = await makeNarrow('20000')
  const first = await aServer(shop)
  const second = await aServer(shop, { shift: 1_000 })
  await orderByAlipay(shop)
  const create = async (port: number, server: number[]) => {
    const body = aNewAccount({ port, server })
    const { error } = await shop.as(mainAdmin).POST('/api/admin/account', { body })
    return error ?? 'opened'
  }
  // On the second server 19000 is what 20000 is on the first.
  expect(await create(19_000, [second])).toBe('port exists')
  expect(await create(19_000, [first])).toBe('opened')
})

test('a provider that does not answer holds a port no longer than two hours', async () => {
  const shop = await makeNarrow('20000')
  const other = await shop.person()
  await orderByAlipay(shop)
  const silent = async () => ({ ...(await findKnownProvider(shop.world, 'alipay'))!, query: fails })
  const fails = () => Promise.reject(new Error('no answer'))
  shop.clock.add(3 * HOUR - 1)
  await queryDue(shop.world, silent)
  expect(await refusal(shop, other)).toBe('no port')
  await shop.db.updateTable('placedOrder').set({ nextTry: 0 }).execute()
  shop.clock.add(1)
  await queryDue(shop.world, silent)
  expect(await refusal(shop, other)).toBe(200)
})

test('a pack for an account that has ended is not sold', async () => {
  const shop = await makeShop()
  const orderId = await aPlan(shop, { alipay: 100, type: null, cycle: null, baseId: shop.planId })
  const userId = shop.customer.id
  const accountId = await anAccount(shop, { userId, orderId: shop.planId, ...months(shop, 1) })
  expect((await orderByAlipay(shop, { orderId, accountId })).status).toBe(200)
  shop.clock.add(31 * 24 * HOUR)
  expect((await orderByAlipay(shop, { orderId, accountId })).status).toBe(403)
})

test('a plan without a period is not sold', async () => {
  const shop = await makeShop()
  const orderId = await aPlan(shop, { alipay: 100, type: null, cycle: null })
  expect(await refusal(shop, shop.customer, orderId)).not.toBe(200)
})

test('shows what cannot be delivered to the admins, and delivers it once it can be', async () => {
  const shop = await makeShop()
  const one = await aPlan(shop, { alipay: 100, portRange: '21000' })
  const { orderId } = await orderByAlipay(shop, { orderId: one })
  // The port is taken all the same, as by a release that sets none aside.
  const holder = await anAccount(shop, { port: 21_000, ...months(shop, 1) })
  shop.alipay.pay(orderId)
  await statusOf(shop, orderId)
  const stuck = await storedOrder(shop, orderId)
  expect(stuck).toMatchObject({ status: 'TRADE_SUCCESS', failure: 'noPort', failures: 1 })
  const notified = shop.db.selectFrom('event').select('data').where('kind', '=', 'paymentStuck')
  expect(await notified.execute()).toHaveLength(1)
  shop.clock.add(2_000)
  await deliverDue(shop.world, findKnownProvider)
  expect(await storedOrder(shop, orderId)).toMatchObject({ failures: 2 })
  expect(await notified.execute()).toHaveLength(1)
  await shop.db.deleteFrom('account').where('id', '=', holder).execute()
  shop.clock.add(10_000)
  await deliverDue(shop.world, findKnownProvider)
  expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH', failure: null })
})
