import { describe, expect, test, vi } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { refundOrder, settleRefunds } from '../../../server/shop/refunds/refund.ts'
import { takeStatement } from '../../../server/shop/settlement/settle.ts'
import { anOrder, aPlan } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** An order of 10.00 that was paid at a fakeProvider; one of a plan that is gone is not delivered. */
async function paid(kind: 'alipay' | 'paypal' = 'alipay', isDelivered = true) {
  const world = await makeWorld()
  const customer = await world.person()
  const planId = isDelivered ? await aPlan(world) : 99
  const fakeProvider = openFakeProvider(kind)
  const status = kind === 'alipay' ? 'CREATE' : 'created'
  const order = { kind, amount: 1000, planId, status, nextTry: 0 }
  // A shop in use has long had numbers of several digits.
  const id = await anOrder(world, customer, { ...order, id: 4711, orderId: 'A1' })
  await anOrder(world, customer, { ...order, orderId: 'A2' })
  await fakeProvider.provider.create({ orderId: 'A1', providerId: null, amount: 1000, subject: '' })
  fakeProvider.pay('A1')
  await takeStatement(world.world, fakeProvider.statement('A1'))
  const other = await storedOrder(world, 'A2')
  const ask = vi.spyOn(fakeProvider.provider, 'refund')
  const stored = () => storedOrder(world, 'A1')
  const back = (amount?: number, requestId = 'one', orderId = 'A1') =>
    refundOrder(world.world, fakeProvider.provider, { orderId, amount, requestId, actorId: 1 })
  const refused = (reason: string) => ({ status: 403, reason })
  const settle = async (
    find = async (): Promise<typeof fakeProvider.provider | undefined> => fakeProvider.provider,
  ) => settleRefunds(world.world, find, await stored())
  const entries = async () =>
    (await world.db.selectFrom('ledger').selectAll().orderBy('id').execute())
      .filter(({ effect }) => effect.startsWith('refund:'))
      .map(({ effect, credit, debit, amount, currency }) => [
        effect,
        credit,
        debit,
        amount,
        currency,
      ])
  /** The books are right, and the other order is as it was. */
  const isWell = async () => {
    expect(await checkLedger(world.db)).toEqual([])
    expect(await storedOrder(world, 'A2')).toEqual(other)
  }
  return {
    ...world,
    customer,
    fakeProvider,
    id,
    ask,
    stored,
    back,
    refused,
    settle,
    entries,
    isWell,
  }
}

describe('paying back', () => {
  test.each([
    ['alipay', 'CNY'],
    ['paypal', 'USD'],
  ] as const)('by %s is in the row, the books and the history', async (kind, money) => {
    const shop = await paid(kind)
    const before = await shop.stored()
    expect(await shop.back(400)).toEqual({ refunded: 400 })
    const about = { orderId: 'A1', providerId: null, amount: 1000, subject: 'A1' }
    expect(shop.ask.mock.calls).toEqual([[{ ...about, paymentId: 'pay-A1' }, 400, 'one']])
    const nextTry = shop.clock.at + MINUTE
    expect(await shop.stored()).toEqual({ ...before, refunded: 400, nextTry })
    const effect = `refund:${shop.id}:one`
    expect(await shop.entries()).toEqual([
      [`${effect}:asked`, 'delivered', 'refunding', 400, money],
      [`${effect}:done`, 'refunding', kind, 400, money],
    ])
    expect((await eventsOf(shop, shop.id)).slice(-2)).toEqual([
      `refundAsked 4.00 ${money}`,
      `refunded 4.00 ${money}`,
    ])
    const actors = await shop.db
      .selectFrom('orderEvent')
      .select(['event', 'actorId'])
      .where('event', 'like', 'refund%')
      .orderBy('id')
      .execute()
    expect(actors).toEqual([
      { event: 'refundAsked', actorId: 1 },
      { event: 'refunded', actorId: null },
    ])
    await shop.isWell()
  })

  test.each([
    [-1, false],
    [0, false],
    [1, true],
    [599, true],
    [600, true],
    [601, false],
  ])('%d of 600 cents that are left: %s', async (amount, isDone) => {
    const shop = await paid()
    await shop.back(400, 'first')
    const reply = shop.back(amount, 'second')
    if (isDone) await reply
    else await expect(reply).rejects.toMatchObject(shop.refused('more than left'))
    expect((await shop.stored()).refunded).toBe(isDone ? 400 + amount : 400)
    await shop.isWell()
  })

  test('all that is left is refunded when no amount is given, and then nothing is left', async () => {
    const shop = await paid()
    await shop.back(400, 'first')
    expect(await shop.back(undefined, 'second')).toEqual({ refunded: 600 })
    await expect(shop.back(undefined, 'third')).rejects.toMatchObject(
      shop.refused('more than left'),
    )
    expect(await shop.stored()).toMatchObject({ refunded: 1000, status: 'FINISH' })
    await shop.isWell()
  })

  test('is refused for an unpaid order, one of another provider or without an amount', async () => {
    const shop = await paid()
    for (const orderId of ['A2', 'A3'])
      await expect(shop.back(1, 'one', orderId)).rejects.toMatchObject(shop.refused('not paid'))
    await anOrder(shop, shop.customer, { orderId: 'P1', kind: 'paypal', paidTime: 5 })
    await expect(shop.back(1, 'one', 'P1')).rejects.toMatchObject(shop.refused('not paid'))
    await anOrder(shop, shop.customer, { orderId: 'N1', amount: null, paidTime: 5 })
    await expect(shop.back(undefined, 'one', 'N1')).rejects.toMatchObject(
      shop.refused('more than left'),
    )
    expect(shop.ask).not.toHaveBeenCalled()
  })
})

describe('paying back what was not delivered', () => {
  test.each([
    ['alipay', 'TRADE_SUCCESS', 'TRADE_CLOSED'],
    ['paypal', 'approved', 'closed'],
  ] as const)('by %s closes the order once all is back', async (kind, open, closed) => {
    const shop = await paid(kind, false)
    await shop.back(400, 'first')
    expect(await shop.stored()).toMatchObject({ status: open, failure: 'planGone', refunded: 400 })
    await shop.back(600, 'second')
    expect(await shop.stored()).toMatchObject({ status: closed, failure: null, refunded: 1000 })
    const credits = (await shop.entries()).map(([, credit]) => credit)
    const owed = `owed:${shop.customer.id}`
    expect(credits).toEqual([owed, 'refunding', owed, 'refunding'])
    await shop.isWell()
  })

  test('makes it due again where the provider refuses', async () => {
    const shop = await paid('alipay', false)
    const warn = vi.spyOn(shop.world.log, 'warn')
    shop.fakeProvider.behave('refused')
    await expect(shop.back()).rejects.toMatchObject(shop.refused('provider refused'))
    const due = { status: 'TRADE_SUCCESS', refunded: 0, nextTry: shop.clock.at }
    expect(await shop.stored()).toMatchObject(due)
    const effect = `refund:${shop.id}:one`
    expect(await shop.entries()).toEqual([
      [`${effect}:asked`, `owed:${shop.customer.id}`, 'refunding', 1000, 'CNY'],
      [`${effect}:refused`, 'refunding', `owed:${shop.customer.id}`, 1000, 'CNY'],
    ])
    expect((await eventsOf(shop, shop.id)).at(-1)).toBe('refundRefused 10.00 CNY')
    expect(warn).toHaveBeenCalledOnce()
    await shop.isWell()
  })
})

describe('a refund the provider did not answer', () => {
  test('is requested again in a minute, with the amount of the first request', async () => {
    const shop = await paid()
    shop.fakeProvider.behave('lost')
    await expect(shop.back(400, 'a:b')).rejects.toMatchObject(shop.refused('provider unreachable'))
    expect((await shop.stored()).nextTry).toBe(shop.clock.at + MINUTE)
    shop.fakeProvider.behave('well')
    shop.clock.add(5)
    expect(await shop.back(999, 'a:b')).toEqual({ refunded: 400 })
    expect(await shop.stored()).toMatchObject({ refunded: 400 })
    await shop.settle()
    expect(shop.ask).toHaveBeenCalledTimes(2)
    expect((await shop.stored()).nextTry).toBe(null)
    await shop.isWell()
  })

  test('is found by the way it is looked after', async () => {
    const shop = await paid()
    shop.fakeProvider.behave('lost')
    for (const name of ['a:b', 'asked']) await shop.back(400, name).catch(() => {})
    shop.fakeProvider.behave('well')
    shop.ask.mockClear()
    await shop.settle()
    expect(shop.ask.mock.calls.map(([, amount, name]) => [amount, name])).toEqual([
      [400, 'a:b'],
      [400, 'asked'],
    ])
    expect(await shop.stored()).toMatchObject({ refunded: 800, nextTry: null })
    await shop.isWell()
  })

  test.each([
    ['refused', HOUR],
    ['unreachable', MINUTE],
  ] as const)('and then is %s is requested in %d ms', async (behaviour, later) => {
    const shop = await paid()
    shop.fakeProvider.behave('lost')
    await shop.back(400).catch(() => {})
    shop.fakeProvider.behave(behaviour)
    shop.clock.add(HOUR)
    const warn = vi.spyOn(shop.world.log, 'warn')
    await shop.settle()
    // What the provider said, and that the refund is not done.
    expect(warn.mock.calls.map(([about]) => (about as { order: number }).order)).toEqual([
      shop.id,
      shop.id,
    ])
    expect(await shop.stored()).toMatchObject({ refunded: 400, nextTry: shop.clock.at + later })
    expect((await eventsOf(shop, shop.id)).at(-1)).toBe('refundAsked 4.00 CNY')
    await shop.isWell()
  })

  test('waits for an hour where its provider is switched off', async () => {
    const shop = await paid()
    shop.fakeProvider.behave('lost')
    await shop.back(400).catch(() => {})
    shop.ask.mockClear()
    await shop.settle(async () => undefined)
    expect((await shop.stored()).nextTry).toBe(shop.clock.at + HOUR)
    expect(shop.ask).not.toHaveBeenCalled()
  })

  test('of an order that is still owed leaves it due as it was', async () => {
    const shop = await paid('alipay', false)
    shop.fakeProvider.behave('lost')
    await shop.back(400).catch(() => {})
    await shop.db.updateTable('placedOrder').set({ nextTry: 7 }).execute()
    await shop.settle(async () => undefined)
    expect((await shop.stored()).nextTry).toBe(7)
  })

  test('stays set aside after a fault of ours, which is reported', async () => {
    const shop = await paid()
    shop.ask.mockRejectedValueOnce(new Error('a fault'))
    await expect(shop.back(400)).rejects.toThrow('a fault')
    expect(await shop.entries()).toHaveLength(1)
    expect((await shop.stored()).refunded).toBe(400)
    await shop.settle()
    expect(await shop.entries()).toHaveLength(2)
    await shop.isWell()
  })
})
