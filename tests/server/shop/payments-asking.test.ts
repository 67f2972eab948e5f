import { wordsOfKind } from '#rules/providers/registry.ts'
import { describe, expect, test, vi } from 'vitest'
import {
  queryForPayer,
  queryOnSchedule,
  queryProvider,
  toCollect,
} from '../../../server/shop/settlement/providerStatus.ts'
import type { Provider } from '../../../server/shop/providers/provider.ts'
import { ProviderFailure } from '../../../server/shop/providers/provider.ts'
import { anOrder, aPlan } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import { makeWorld } from '../../support/world.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An unpaid order of 10.00 at a fakeProvider that counts its calls. */
async function anOpenOrder(
  kind: Provider['kind'] = 'alipay',
  changes: Parameters<typeof anOrder>[2] = {},
) {
  const world = await makeWorld()
  const customer = await world.person()
  const planId = await aPlan(world, { alipay: 1000, paypal: 1000 })
  const fakeProvider = openFakeProvider(kind)
  const expireTime = world.clock.at + HOUR
  const order = {
    kind,
    amount: 1000,
    planId,
    status: wordsOfKind(kind).open[0],
    nextTry: 0,
    expireTime,
  }
  const id = await anOrder(world, customer, { ...order, orderId: 'A1', ...changes })
  await fakeProvider.provider.create({ orderId: 'A1', providerId: null, amount: 1000, subject: '' })
  const ask = vi.spyOn(fakeProvider.provider, 'query')
  const close = vi.spyOn(fakeProvider.provider, 'close')
  const stored = () => storedOrder(world, 'A1')
  const look = async (find = async (): Promise<Provider | undefined> => fakeProvider.provider) =>
    queryOnSchedule(world.world, find, await stored())
  return { ...world, fakeProvider, id, ask, close, stored, look }
}

describe('polling an order', () => {
  test('sends the provider its names and its price', async () => {
    const { stored, ask, look } = await anOpenOrder('paypal', { providerId: 'P1' })
    await look()
    const named = { orderId: 'A1', providerId: 'P1', amount: 1000, subject: 'A1' }
    expect(ask.mock.calls).toEqual([[named]])
    expect(toCollect({ ...(await stored()), amount: null })).toEqual({ ...named, amount: 0 })
  })

  test.each([
    ['alipay', 'WAIT_BUYER_PAY'],
    ['paypal', 'finish'],
  ] as const)(
    'at %s makes of what the payer agreed to an order that is %s',
    async (kind, status) => {
      const { world, fakeProvider, stored } = await anOpenOrder(kind)
      fakeProvider.agree('A1')
      expect(await queryProvider(world, fakeProvider.provider, await stored())).toBe('taken')
      expect((await stored()).status).toBe(status)
    },
  )

  test('at PayPal collects nothing before the payer agreed', async () => {
    const { world, fakeProvider, stored } = await anOpenOrder('paypal')
    const collect = vi.spyOn(fakeProvider.provider, 'collect')
    await queryProvider(world, fakeProvider.provider, await stored())
    expect(collect).not.toHaveBeenCalled()
    expect((await stored()).status).toBe('created')
  })
})

describe('polling for a waiting payer', () => {
  test.each([
    [null, true],
    [3 * SECOND, true],
    [3 * SECOND - 1, false],
    [0, false],
  ])('%d ms after the last poll: %s', async (ago, isAsked) => {
    const { world, clock, fakeProvider, ask, stored, id, db } = await anOpenOrder()
    const askTime = ago === null ? null : clock.at - ago
    await db.updateTable('placedOrder').set({ askTime }).where('id', '=', id).execute()
    await queryForPayer(world, fakeProvider.provider, await stored())
    expect(ask).toHaveBeenCalledTimes(isAsked ? 1 : 0)
    expect((await stored()).askTime).toBe(isAsked ? clock.at : askTime)
  })

  test('does not poll what was paid meanwhile', async () => {
    const { world, fakeProvider, ask, stored } = await anOpenOrder('alipay', { paidTime: 5 })
    await queryForPayer(world, fakeProvider.provider, await stored())
    expect(ask).not.toHaveBeenCalled()
    expect((await stored()).askTime).toBe(null)
  })

  test('does not poll other orders', async () => {
    const { world, db, fakeProvider, stored, id } = await anOpenOrder()
    const { userId } = await stored()
    const other = await anOrder({ ...world, clock: { at: 0, set() {}, add() {} } }, { id: userId })
    await queryForPayer(world, fakeProvider.provider, await stored())
    const requested = db.selectFrom('placedOrder').select('id').where('askTime', 'is', null)
    expect(await requested.execute()).toEqual([{ id: other }])
    expect(other).not.toBe(id)
  })

  test('goes on waiting when the provider cannot be reached', async () => {
    const { world, fakeProvider, stored, id } = await anOpenOrder()
    const warn = vi.spyOn(world.log, 'warn')
    fakeProvider.behave('unreachable')
    await expect(
      queryForPayer(world, fakeProvider.provider, await stored()),
    ).resolves.toBeUndefined()
    expect((await stored()).status).toBe('CREATE')
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(ProviderFailure), order: id },
      expect.any(String),
    )
  })
})

describe('polling on schedule', () => {
  test.each(['giftcard', 'refOrder'] as const)('leaves what costs nothing: %s', async (kind) => {
    const { look, stored, ask } = await anOpenOrder('alipay', { kind })
    await look()
    expect(ask).not.toHaveBeenCalled()
    expect(await stored()).toMatchObject({ status: 'CREATE', nextTry: 0 })
  })

  test.each([
    [-1, 'CREATE', 0],
    [0, 'TRADE_CLOSED', 1],
    [1, 'TRADE_CLOSED', 1],
  ])('%d ms after its time is over it is %s', async (late, status, closed) => {
    const shop = await anOpenOrder()
    shop.clock.add(HOUR + late)
    await shop.look()
    expect((await shop.stored()).status).toBe(status)
    expect(shop.close).toHaveBeenCalledTimes(closed)
    expect(shop.fakeProvider.trades.get('A1')?.status).toBe(closed ? 'closed' : 'waiting')
    expect(await eventsOf(shop, shop.id)).toEqual(closed ? ['closed'] : [])
  })

  test('never closes one without an expiry, and polls it again', async () => {
    const shop = await anOpenOrder('alipay', { expireTime: null })
    shop.clock.add(HOUR)
    await shop.look()
    expect(await shop.stored()).toMatchObject({
      status: 'CREATE',
      nextTry: shop.clock.at + 180 * SECOND,
    })
  })

  test('closes one whose provider is gone for good, without a poll', async () => {
    const shop = await anOpenOrder()
    const nobody = async () => undefined
    await shop.look(nobody)
    expect(await shop.stored()).toMatchObject({
      status: 'CREATE',
      nextTry: shop.clock.at + 30 * SECOND,
    })
    shop.clock.add(HOUR)
    await shop.look(nobody)
    expect(await shop.stored()).toMatchObject({ status: 'TRADE_CLOSED' })
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
    expect((await shop.stored()).status).toBe('CREATE')
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
      expect(await shop.stored()).toMatchObject({ status, nextTry })
    },
  )

  test('does not poll a payment of a closed order any more', async () => {
    const shop = await anOpenOrder('alipay', { paymentId: 'P1', status: 'TRADE_CLOSED' })
    shop.clock.add(7 * DAY)
    await shop.look()
    expect(await shop.stored()).toMatchObject({ status: 'TRADE_CLOSED', nextTry: null })
  })

  test.each([
    ['is looked into', { paymentId: 'P1' }],
    ['has another end', { status: 'expired' }],
  ])('leaves as it is what %s', async (_what, changes) => {
    const shop = await anOpenOrder('paypal', changes)
    shop.clock.add(HOUR)
    await shop.look()
    expect(shop.ask).toHaveBeenCalledOnce()
    expect(shop.close).not.toHaveBeenCalled()
    expect(await shop.stored()).toMatchObject({ status: 'created', ...changes })
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
    expect(await shop.stored()).toMatchObject({ status: 'CREATE', paidTime: 5, nextTry: 7 })
    expect(shop.close).not.toHaveBeenCalled()
  })
})
