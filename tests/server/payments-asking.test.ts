import { describe, expect, test, vi } from 'vitest'
import {
  queryForPayer,
  queryOnSchedule,
  queryProvider,
  toCollect,
} from '../../server/shop/settlement/providerStatus.ts'
import type { Provider } from '../../server/shop/providers/provider.ts'
import { ProviderFailure } from '../../server/shop/providers/provider.ts'
import { anOrder, aPlan } from '../support/make.ts'
import { eventsOf, keptOrder } from '../support/shop.ts'
import { openFakeProvider } from '../support/fakeProvider.ts'
import { makeWorld } from '../support/world.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OPEN = { alipay: 'CREATE', paypal: 'created' }

/** An unpaid order of 10.00 at a fakeProvider that counts what it is asked. */
async function anOpenOrder(
  kind: Provider['kind'] = 'alipay',
  changes: Parameters<typeof anOrder>[2] = {},
) {
  const world = await makeWorld()
  const customer = await world.person()
  const planId = await aPlan(world, { alipay: 1000, paypal: 1000 })
  const fakeProvider = openFakeProvider(kind)
  const expireTime = world.clock.at + HOUR
  const order = { kind, amount: 1000, planId, status: OPEN[kind], nextTry: 0, expireTime }
  const id = await anOrder(world, customer, { ...order, orderId: 'A1', ...changes })
  await fakeProvider.provider.create({ orderId: 'A1', providerId: null, amount: 1000, subject: '' })
  const ask = vi.spyOn(fakeProvider.provider, 'query')
  const close = vi.spyOn(fakeProvider.provider, 'close')
  const kept = () => keptOrder(world, 'A1')
  const look = async (find = async (): Promise<Provider | undefined> => fakeProvider.provider) =>
    queryOnSchedule(world.world, find, await kept())
  return { ...world, fakeProvider, id, ask, close, kept, look }
}

describe('asking about an order', () => {
  test('tells the provider its names and its price', async () => {
    const { kept, ask, look } = await anOpenOrder('paypal', { providerId: 'P1' })
    await look()
    const named = { orderId: 'A1', providerId: 'P1', amount: 1000, subject: 'A1' }
    expect(ask.mock.calls).toEqual([[named]])
    expect(toCollect({ ...(await kept()), amount: null })).toEqual({ ...named, amount: 0 })
  })

  test.each([
    ['alipay', 'WAIT_BUYER_PAY'],
    ['paypal', 'finish'],
  ] as const)(
    'at %s makes of what the payer agreed to an order that is %s',
    async (kind, status) => {
      const { world, fakeProvider, kept } = await anOpenOrder(kind)
      fakeProvider.agree('A1')
      expect(await queryProvider(world, fakeProvider.provider, await kept())).toBe('taken')
      expect((await kept()).status).toBe(status)
    },
  )

  test('at PayPal collects nothing before the payer agreed', async () => {
    const { world, fakeProvider, kept } = await anOpenOrder('paypal')
    const collect = vi.spyOn(fakeProvider.provider, 'collect')
    await queryProvider(world, fakeProvider.provider, await kept())
    expect(collect).not.toHaveBeenCalled()
    expect((await kept()).status).toBe('created')
  })
})

describe('asking for somebody who waits', () => {
  test.each([
    [null, true],
    [3 * SECOND, true],
    [3 * SECOND - 1, false],
    [0, false],
  ])('%d ms after it was last asked: %s', async (ago, isAsked) => {
    const { world, clock, fakeProvider, ask, kept, id, db } = await anOpenOrder()
    const askTime = ago === null ? null : clock.at - ago
    await db.updateTable('placedOrder').set({ askTime }).where('id', '=', id).execute()
    await queryForPayer(world, fakeProvider.provider, await kept())
    expect(ask).toHaveBeenCalledTimes(isAsked ? 1 : 0)
    expect((await kept()).askTime).toBe(isAsked ? clock.at : askTime)
  })

  test('asks nothing about what was paid meanwhile', async () => {
    const { world, fakeProvider, ask, kept } = await anOpenOrder('alipay', { paidTime: 5 })
    await queryForPayer(world, fakeProvider.provider, await kept())
    expect(ask).not.toHaveBeenCalled()
    expect((await kept()).askTime).toBe(null)
  })

  test('leaves other orders to be asked about', async () => {
    const { world, db, fakeProvider, kept, id } = await anOpenOrder()
    const { userId } = await kept()
    const other = await anOrder({ ...world, clock: { at: 0, set() {}, add() {} } }, { id: userId })
    await queryForPayer(world, fakeProvider.provider, await kept())
    const asked = db.selectFrom('placedOrder').select('id').where('askTime', 'is', null)
    expect(await asked.execute()).toEqual([{ id: other }])
    expect(other).not.toBe(id)
  })

  test('waits on when the provider cannot be asked', async () => {
    const { world, fakeProvider, kept, id } = await anOpenOrder()
    const warn = vi.spyOn(world.log, 'warn')
    fakeProvider.behave('unreachable')
    await expect(queryForPayer(world, fakeProvider.provider, await kept())).resolves.toBeUndefined()
    expect((await kept()).status).toBe('CREATE')
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(ProviderFailure), order: id },
      expect.any(String),
    )
  })
})

describe('asking on schedule', () => {
  test.each(['giftcard', 'refOrder'] as const)('leaves what costs nothing: %s', async (kind) => {
    const { look, kept, ask } = await anOpenOrder('alipay', { kind })
    await look()
    expect(ask).not.toHaveBeenCalled()
    expect(await kept()).toMatchObject({ status: 'CREATE', nextTry: 0 })
  })

  test.each([
    [-1, 'CREATE', 0],
    [0, 'TRADE_CLOSED', 1],
    [1, 'TRADE_CLOSED', 1],
  ])('%d ms after its time is over it is %s', async (late, status, closed) => {
    const shop = await anOpenOrder()
    shop.clock.add(HOUR + late)
    await shop.look()
    expect((await shop.kept()).status).toBe(status)
    expect(shop.close).toHaveBeenCalledTimes(closed)
    expect(shop.fakeProvider.trades.get('A1')?.status).toBe(closed ? 'closed' : 'waiting')
    expect(await eventsOf(shop, shop.id)).toEqual(closed ? ['closed'] : [])
  })

  test('never closes one whose time does not end, and asks about it again', async () => {
    const shop = await anOpenOrder('alipay', { expireTime: null })
    shop.clock.add(HOUR)
    await shop.look()
    expect(await shop.kept()).toMatchObject({
      status: 'CREATE',
      nextTry: shop.clock.at + 180 * SECOND,
    })
  })

  test('closes one whose provider is gone for good, asking nobody', async () => {
    const shop = await anOpenOrder()
    const nobody = async () => undefined
    await shop.look(nobody)
    expect(await shop.kept()).toMatchObject({
      status: 'CREATE',
      nextTry: shop.clock.at + 30 * SECOND,
    })
    shop.clock.add(HOUR)
    await shop.look(nobody)
    expect(await shop.kept()).toMatchObject({ status: 'TRADE_CLOSED' })
    expect(shop.ask).not.toHaveBeenCalled()
    expect(shop.close).not.toHaveBeenCalled()
  })

  test('leaves one open that the provider does not close', async () => {
    const shop = await anOpenOrder()
    const warn = vi.spyOn(shop.world.log, 'warn')
    const err = new ProviderFailure('refused', 'paid')
    shop.close.mockRejectedValue(err)
    shop.clock.add(HOUR)
    await shop.look()
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err, order: shop.id }, expect.any(String))
    expect((await shop.kept()).status).toBe('CREATE')
  })

  test.each([
    [7 * DAY - 1, null, 'CREATE', 6 * HOUR],
    [7 * DAY, null, 'TRADE_CLOSED', null],
    [7 * DAY, 'P1', 'CREATE', 6 * HOUR],
  ])(
    'after %d ms without an answer, with the payment %s, it is %s',
    async (age, paymentId, status, next) => {
      const shop = await anOpenOrder('alipay', { paymentId, expireTime: null })
      shop.fakeProvider.behave('unreachable')
      shop.clock.add(age)
      await shop.look()
      const nextTry = next === null ? null : shop.clock.at + next
      expect(await shop.kept()).toMatchObject({ status, nextTry })
    },
  )

  test('asks no more about a payment of an order that was closed', async () => {
    const shop = await anOpenOrder('alipay', { paymentId: 'P1', status: 'TRADE_CLOSED' })
    shop.clock.add(7 * DAY)
    await shop.look()
    expect(await shop.kept()).toMatchObject({ status: 'TRADE_CLOSED', nextTry: null })
  })

  test.each([
    ['is looked into', { paymentId: 'P1' }],
    ['has another end', { status: 'expired' }],
  ])('lets be at its end what %s', async (_what, changes) => {
    const shop = await anOpenOrder('paypal', changes)
    shop.clock.add(HOUR)
    await shop.look()
    expect(shop.ask).toHaveBeenCalledOnce()
    expect(shop.close).not.toHaveBeenCalled()
    expect(await shop.kept()).toMatchObject({ status: 'created', ...changes })
  })

  test('leaves what was paid at that moment to be delivered', async () => {
    const shop = await anOpenOrder()
    shop.clock.add(HOUR)
    shop.ask.mockImplementation(async () => {
      const paid = { paidTime: 5, nextTry: 7 }
      await shop.db.updateTable('placedOrder').set(paid).execute()
      return shop.fakeProvider.statement('A1')
    })
    await shop.look()
    expect(await shop.kept()).toMatchObject({ status: 'CREATE', paidTime: 5, nextTry: 7 })
    expect(shop.close).not.toHaveBeenCalled()
  })
})
