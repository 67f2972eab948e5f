import { describe, expect, test, vi } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { queryDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { refundOrder, settleRefunds } from '../../../server/shop/refunds/refund.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { type Provider, ProviderFailure } from '../../../server/shop/providers/provider.ts'
import {
  buyByAlipay,
  eventsOf,
  storedOrder,
  makeShop,
  orderByAlipay,
  orderByPaypal,
} from '../../support/shop.ts'
import { anAccount } from '../../support/make.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import { mainAdmin } from '../../support/world.ts'

type Shop = Awaited<ReturnType<typeof makeShop>>
type Body = { orderId: string; amount?: string; requestId?: string }

const refund = async (shop: Shop, body: Body, as = mainAdmin) => {
  const { error, response } = await shop.as(as).POST('/api/admin/alipay/refund', { body })
  return error ?? response.status
}

const paidBack = (shop: Shop, orderId: string) =>
  [...(shop.alipay.trades.get(orderId)?.refunds.values() ?? [])].map(Number)

describe('refundAlipayOrder', () => {
  test('pays back in parts, never more than was paid', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    expect(await refund(shop, { orderId, amount: '4.5' })).toBe(200)
    expect(await refund(shop, { orderId, amount: '5.51' })).toBe('more than left')
    expect(await refund(shop, { orderId })).toBe(200)
    expect(await refund(shop, { orderId })).toBe('more than left')
    expect(paidBack(shop, orderId)).toEqual([4.5, 5.5])
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ status: 'FINISH', refunded: 1000 })
    expect((await eventsOf(shop, order.id)).slice(-2)).toEqual([
      'refundAsked 5.50 CNY',
      'refunded 5.50 CNY',
    ])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('says that its payment service is not set up, and makes no call', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    await shop.db.deleteFrom('setting').where('key', 'like', '%alipay%').execute()
    expect(await refund(shop, { orderId })).toBe('provider not set up')
    expect(paidBack(shop, orderId)).toEqual([])
    expect((await storedOrder(shop, orderId)).refunded ?? 0).toBe(0)
  })

  test('is requested many times at once and pays back what was paid', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const all = Array.from({ length: 8 }, () => refund(shop, { orderId, amount: '3' }))
    const replies = await Promise.all(all)
    expect(replies.filter((reply) => reply === 200)).toHaveLength(3)
    expect(paidBack(shop, orderId)).toEqual([3, 3, 3])
    const requestId = 'pressed-twice'
    const twice = [refund(shop, { orderId, requestId }), refund(shop, { orderId, requestId })]
    expect(await Promise.all(twice)).toEqual([200, 200])
    expect(paidBack(shop, orderId)).toEqual([3, 3, 3, 1])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('retries a refund whose answer was lost, once', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    shop.alipay.fail('lost', 5)
    expect(await refund(shop, { orderId, amount: '2' })).toBe('provider unreachable')
    shop.alipay.heal()
    shop.clock.add(60_000)
    await queryDue(shop.world, findKnownProvider)
    expect(paidBack(shop, orderId)).toEqual([2])
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ refunded: 200, nextTry: null })
    expect(await eventsOf(shop, order.id)).toContain('refunded 2.00 CNY')
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('gives the amount back to the order when Alipay refuses', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    shop.alipay.finish(orderId)
    expect(await refund(shop, { orderId })).toBe('provider refused')
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: 0, status: 'FINISH' })
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('is refused once more by the same name, and done by another', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const requestId = 'first-of-two'
    shop.alipay.finish(orderId)
    expect(await refund(shop, { orderId, requestId })).toBe('provider refused')
    const trade = shop.alipay.trades.get(orderId)
    if (trade) trade.status = 'TRADE_SUCCESS'
    expect(await refund(shop, { orderId, requestId })).toBe('provider refused')
    expect(paidBack(shop, orderId)).toEqual([])
    expect(await refund(shop, { orderId, requestId: 'second-of-two' })).toBe(200)
    expect(paidBack(shop, orderId)).toEqual([10])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('notes what went back although another asker was refused', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const fakeProvider = openFakeProvider('alipay')
    await fakeProvider.provider.create({ orderId, providerId: null, amount: 1000, subject: '' })
    fakeProvider.pay(orderId)
    const requested = { orderId, amount: 400, requestId: 'asked-twice', actorId: 1 }
    const gate = Promise.withResolvers<void>()
    const slow: Provider = {
      ...fakeProvider.provider,
      async refund(...words) {
        const reply = await fakeProvider.provider.refund(...words)
        await gate.promise
        return reply
      },
    }
    const refusing: Provider = {
      ...fakeProvider.provider,
      async refund() {
        // The second asks, and is served, while the first is on its way to a refusal.
        await vi.waitFor(() => expect(fakeProvider.trades.get(orderId)?.refunds.size).toBe(1))
        throw new ProviderFailure('refused', 'busy')
      },
    }
    const first = refundOrder(shop.world, refusing, requested)
    await vi.waitFor(async () => expect((await storedOrder(shop, orderId)).refunded).toBe(400))
    const second = refundOrder(shop.world, slow, requested)
    await expect(first).rejects.toMatchObject({ reason: 'provider refused' })
    expect((await storedOrder(shop, orderId)).refunded).toBe(0)
    gate.resolve()
    await second
    expect((await storedOrder(shop, orderId)).refunded).toBe(400)
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('continues a refund whose process died', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    shop.alipay.fail('lost', 5)
    expect(await refund(shop, { orderId, amount: '2' })).toBe('provider unreachable')
    shop.alipay.heal()
    shop.clock.add(60_000)
    const dying = async () => ({
      ...openFakeProvider('alipay').provider,
      refund: () => new Promise<never>(() => {}),
    })
    const order = await storedOrder(shop, orderId)
    void settleRefunds(shop.world, dying, order)
    await vi.waitFor(async () =>
      expect((await storedOrder(shop, orderId)).nextTry).toBe(shop.clock.at + 60_000),
    )
    shop.clock.add(60_000)
    await queryDue(shop.world, findKnownProvider)
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: 200, nextTry: null })
    expect(await eventsOf(shop, order.id)).toContain('refunded 2.00 CNY')
  })

  test('closes what was paid and could not be delivered', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    const port = { start: 50_000, end: 50_000 }
    await shop.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data: { port } } })
    await anAccount(shop, { port: 50_000 })
    shop.alipay.pay(orderId)
    await shop
      .as(mainAdmin)
      .POST('/api/admin/allOrders/{orderId}/retry', { params: { path: { orderId } } })
    expect(await storedOrder(shop, orderId)).toMatchObject({ failure: 'noPort' })
    expect(await refund(shop, { orderId })).toBe(200)
    const order = await storedOrder(shop, orderId)
    expect(order).toMatchObject({ status: 'TRADE_CLOSED', failure: null, deliveredTime: null })
    expect(await checkLedger(shop.db)).toEqual([])
    const { data } = await shop.as(shop.customer).GET('/api/user/order')
    expect(data).toMatchObject([{ orderId, state: 'refunded', refunded: '10.00' }])
  })

  test('is reported to the customer, in part and wholly', async () => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const mine = async () => (await shop.as(shop.customer).GET('/api/user/order')).data
    const [before] = (await mine()) ?? []
    expect(before).toMatchObject({ orderId, state: 'delivered' })
    expect(before).not.toHaveProperty('refunded')
    await refund(shop, { orderId, amount: '4.5' })
    expect(await mine()).toMatchObject([{ state: 'delivered', refunded: '4.50' }])
    await refund(shop, { orderId })
    expect(await mine()).toMatchObject([
      { status: 'FINISH', state: 'refunded', refunded: '10.00', amount: '10.00' },
    ])
  })

  test('refuses what is not paid, and other admins', async () => {
    const shop = await makeShop()
    const { orderId } = await orderByAlipay(shop)
    expect(await refund(shop, { orderId })).toBe('not paid')
    expect(await refund(shop, { orderId: 'none' })).toBe('not paid')
    const admin = await shop.person({ type: 'admin' })
    expect(await refund(shop, { orderId }, admin)).toBe('not permitted')
  })

  test.each(['alipay', 'paypal'] as const)('%s: finance, within its group only', async (kind) => {
    const shop = await makeShop()
    const orderId = await buyByAlipay(shop)
    const finance = await shop.person({ type: 'admin', groupId: 2 })
    await shop.db
      .updateTable('user')
      .set({ rights: 'finance' })
      .where('id', '=', finance.id)
      .execute()
    await shop.db.updateTable('placedOrder').set({ kind }).execute()
    const ask = async () => {
      const body = { orderId, amount: '1', shorten: true }
      const reply = await shop.as(finance).POST(`/api/admin/${kind}/refund`, { body })
      return reply.error ?? reply.response.status
    }
    const before = await shop.db.selectFrom('account').selectAll().execute()
    expect(await ask()).toBe('not paid')
    expect((await storedOrder(shop, orderId)).refunded ?? 0).toBe(0)
    expect(await shop.db.selectFrom('account').selectAll().execute()).toEqual(before)
    await shop.db
      .updateTable('user')
      .set({ groupId: 2 })
      .where('id', '=', shop.customer.id)
      .execute()
    // PayPal's stand-in does not know this order; it is asked, and that is what is tried here.
    expect(await ask()).toBe(kind === 'alipay' ? 200 : 'provider refused')
  })
})

describe('refundPaypalOrder', () => {
  test('pays back what PayPal collected', async () => {
    const shop = await makeShop()
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    await shop.as(shop.customer).POST('/api/user/paypal/execute', { body: { paymentID } })
    const { orderId } = await shop.db
      .selectFrom('placedOrder')
      .select('orderId')
      .executeTakeFirstOrThrow()
    const body = { orderId, amount: '0.5' }
    const { response } = await shop.as(mainAdmin).POST('/api/admin/paypal/refund', { body })
    expect(response.status).toBe(200)
    expect(shop.paypal.orders.get(paymentID)?.captures[0]?.status).toBe('PARTIALLY_REFUNDED')
    expect(await storedOrder(shop, orderId)).toMatchObject({ refunded: 50 })
    expect(await checkLedger(shop.db)).toEqual([])
  })
})
