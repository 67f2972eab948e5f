import { expect, test } from 'vitest'
import { deliverDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { anAccount, aPlan, aServer, months } from '../../support/make.ts'
import { buyByAlipay, makeShop, orderByAlipay, statusOf, storedOrder } from '../../support/shop.ts'

/** A shop with two servers whose ports lie a thousand apart, and a customer on the first of them. */
async function makeTwoServers() {
  const shop = await makeShop()
  const first = await aServer(shop)
  const second = await aServer(shop, { name: 'Osaka', shift: 1000 })
  const onFirst = { server: JSON.stringify([first]), ...months(shop, 1) }
  const accountId = await anAccount(shop, { port: 20_000, userId: shop.customer.id, ...onFirst })
  const both = await aPlan(shop, { alipay: 500, server: JSON.stringify([first, second]) })
  const stored = () =>
    shop.db
      .selectFrom('account')
      .select(['port', 'server', 'expireTime'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  return { shop, first, second, onFirst, accountId, both, stored }
}

test('a plan that brings a server where the port is taken waits for another port', async () => {
  const { shop, onFirst, first, second, accountId, both, stored } = await makeTwoServers()
  const { orderId } = await orderByAlipay(shop, { orderId: both, accountId })
  // What the second server would make of the customer's port; it comes after the order.
  await anAccount(shop, { port: 21_000, ...onFirst })
  const before = await stored()
  shop.alipay.pay(orderId)
  await statusOf(shop, orderId)
  expect(await storedOrder(shop, orderId)).toMatchObject({
    status: 'TRADE_SUCCESS',
    failure: 'portTaken',
  })
  expect(await stored()).toEqual(before)
  await shop.db.updateTable('account').set({ port: 20_500 }).where('id', '=', accountId).execute()
  shop.clock.add(10_000)
  await deliverDue(shop.world, findKnownProvider)
  expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH', failure: null })
  expect(await stored()).toMatchObject({ port: 20_500, server: JSON.stringify([first, second]) })
})

test('it is not sold where the port is taken already', async () => {
  const { shop, onFirst, accountId, both } = await makeTwoServers()
  await anAccount(shop, { port: 21_000, ...onFirst })
  const body = { orderId: both, accountId }
  const { error } = await shop.as(shop.customer).POST('/api/user/order/qrcode', { body })
  expect(error).toBe('port taken')
})

test('it is delivered at once where the port is free', async () => {
  const { shop, accountId, both, stored } = await makeTwoServers()
  await anAccount(shop, { port: 21_001, ...months(shop, 1) })
  const orderId = await buyByAlipay(shop, { orderId: both, accountId })
  expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH' })
  expect((await stored()).port).toBe(20_000)
})
