import { describe, expect, test, vi } from 'vitest'
import { insertNumbered } from '../../../server/shop/orders/number.ts'
import { placeOrder } from '../../../server/shop/checkout/placeOrder.ts'
import { type Provider, ProviderFailure } from '../../../server/shop/providers/provider.ts'
import { anOrder, aPlan } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import { makeWorld } from '../../support/world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const WORDS = expect.any(String)

/** A customer at a fakeProvider who orders a plan for 10.00. */
async function aBuyer(kind: Provider['kind'] = 'alipay', price = 1000) {
  const world = await makeWorld()
  const ann = await world.person()
  const planId = await aPlan(world, { name: 'Gold', [kind]: price })
  const fakeProvider = openFakeProvider(kind)
  const create = vi.spyOn(fakeProvider.provider, 'create')
  const place = (changes: Partial<Parameters<typeof placeOrder>[2]> = {}) =>
    placeOrder(world.world, fakeProvider.provider, {
      buyer: ann,
      planId,
      accountId: null,
      ...changes,
    })
  const rows = () => world.db.selectFrom('placedOrder').selectAll().orderBy('id').execute()
  /** Another process gives the order what the payer needs. */
  const nameElsewhere = () =>
    world.db.updateTable('placedOrder').set({ providerId: 'other', qrCode: null }).execute()
  return { world, ann, planId, fakeProvider, create, place, rows, nameElsewhere }
}

describe('placing an order', () => {
  test.each([
    ['alipay', 'CREATE', 60],
    ['paypal', 'created', 120],
  ] as const)(
    'at %s keeps what was sold, for how much and how long',
    async (kind, status, life) => {
      const { world, ann, planId, create, place, rows } = await aBuyer(kind)
      const { at: now } = world.clock
      const order = await place({ price: 10 })
      const { orderId } = order
      expect(await rows()).toEqual([order])
      expect(order).toMatchObject({
        kind,
        userId: ann.id,
        planId,
        accountId: null,
        amount: 1000,
        status,
        createTime: now,
        expireTime: now + life * MINUTE,
        nextTry: now + 30 * SECOND,
        providerId: `${kind}-${orderId}`,
        qrCode: `code-${orderId}`,
        paidTime: null,
      })
      expect(JSON.parse(order.terms!)).toMatchObject({
        id: planId,
        name: 'Gold',
        type: 3,
        cycle: 1,
      })
      const requested = { orderId, providerId: null, amount: 1000, subject: 'Gold' }
      expect(create.mock.calls).toEqual([[requested]])
      expect(await eventsOf(world, order.id)).toEqual(['placed', `named ${kind}-${orderId}`])
    },
  )

  test.each([
    [0, undefined, ''],
    [1, undefined, undefined],
    [1, 0.01, undefined],
    [1000, 10.004, undefined],
    [1000, 10.01, 'price changed'],
    [1000, 9.99, 'price changed'],
  ])('of a plan for %s cents, where %s was shown: %s', async (cents, price, reason) => {
    const { world, planId, place, rows } = await aBuyer()
    await world.db.updateTable('plan').set({ alipay: cents }).where('id', '=', planId).execute()
    const placed = place({ ...(price !== undefined && { price }) })
    if (reason === undefined) expect(await placed).toMatchObject({ amount: cents })
    else await expect(placed).rejects.toMatchObject({ status: 403, reason })
    expect(await rows()).toHaveLength(reason === undefined ? 1 : 0)
  })

  test.each([
    ['was paid in part', { failure: 'wrongAmount' }, false],
    ['is looked into', { paymentId: 'P1' }, false],
    ['was closed', { status: 'TRADE_CLOSED' }, false],
    ['was paid', { status: 'TRADE_SUCCESS' }, false],
    ['is for an account', { accountId: 5 }, false],
    ['is of another kind', { kind: 'paypal' as const }, false],
    ['was seen by the payer', { status: 'WAIT_BUYER_PAY' }, true],
  ])('shows one again that %s %j: %s', async (_how, changes, isShown) => {
    const { world, place, rows } = await aBuyer()
    const first = await place()
    await world.db.updateTable('placedOrder').set(changes).execute()
    const second = await place()
    expect(second.id === first.id).toBe(isShown)
    expect(await rows()).toHaveLength(isShown ? 1 : 2)
  })

  test('shows only the caller’s own order, and of two the later', async () => {
    const { world, ann, planId, place } = await aBuyer()
    const first = await place()
    expect((await place({ buyer: await world.person() })).id).not.toBe(first.id)
    const { id: _, ...row } = first
    const copy = { ...row, orderId: 'copy', providerId: 'copy' }
    await world.db.insertInto('placedOrder').values(copy).execute()
    expect(await place({ buyer: ann, planId })).toMatchObject({ orderId: 'copy' })
  })
})

describe('an order the provider did not take', () => {
  test.each([
    [new ProviderFailure('unreachable', 'timeout'), 'unreachable'],
    [new ProviderFailure('refused', 'no'), 'refused'],
    [new Error('a fault'), 'error'],
  ])('is closed after %s', async (error, word) => {
    for (const [kind, closed] of [
      ['alipay', 'TRADE_CLOSED'],
      ['paypal', 'closed'],
    ] as const) {
      const { world, create, place, rows, ann } = await aBuyer(kind)
      const other = await anOrder(world, ann, { status: 'CREATE' })
      create.mockRejectedValue(error)
      const warn = vi.spyOn(world.log, 'warn')
      await expect(place()).rejects.toMatchObject({ status: 403, reason: '' })
      const [untouched, order] = await rows()
      expect(untouched).toMatchObject({ id: other, status: 'CREATE' })
      expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error, order: order!.id }, WORDS)
      expect(order?.status).toBe(closed)
      expect(await eventsOf(world, order!.id)).toEqual(['placed', `providerFailed ${word}`])
    }
  })

  test('stays open where another process was notified of it', async () => {
    const { create, place, rows, nameElsewhere } = await aBuyer()
    create.mockImplementation(async () => {
      await nameElsewhere()
      throw new ProviderFailure('unreachable', 'timeout')
    })
    await expect(place()).rejects.toMatchObject({ status: 403 })
    expect(await rows()).toMatchObject([{ status: 'CREATE', providerId: 'other' }])
  })

  test('is refused where it was given no name at all', async () => {
    const { world, create, place, rows } = await aBuyer()
    create.mockResolvedValue({ providerId: null, qrCode: null })
    await expect(place()).rejects.toMatchObject({ status: 403 })
    const [order] = await rows()
    expect(order).toMatchObject({ providerId: null, qrCode: null })
    // It is reported to the provider again when it is wanted again.
    create.mockResolvedValue({ providerId: null, qrCode: 'code' })
    expect(await place()).toMatchObject({ id: order!.id, qrCode: 'code' })
    expect((await eventsOf(world, order!.id)).at(-1)).toBe('named')
  })
})

test('two processes name an order once, and show the same', async () => {
  const { world, create, place, nameElsewhere } = await aBuyer()
  create.mockImplementation(async () => {
    await nameElsewhere()
    return { providerId: 'own', qrCode: 'own' }
  })
  const order = await place()
  expect(order).toMatchObject({ providerId: 'other', qrCode: null })
  expect(await eventsOf(world, order.id)).toEqual(['placed'])
})

test('a number that someone has is not given again', async () => {
  const world = await makeWorld()
  const { id: userId } = await world.person()
  const random = vi.spyOn(crypto, 'getRandomValues')
  const same = (array: unknown) => {
    ;(array as Uint32Array).fill(1)
    return array as never
  }
  random.mockImplementationOnce(same).mockImplementationOnce(same)
  const order = { kind: 'alipay' as const, userId, status: 'CREATE', createTime: 0 }
  const first = await insertNumbered(world.db, world, order)
  const second = await insertNumbered(world.db, world, order)
  random.mockRestore()
  expect(second.orderId).not.toBe(first.orderId)
  expect(await storedOrder(world, second.orderId)).toMatchObject({ id: second.id })
  expect(second.orderId).toMatch(/^20260115120000\d{6}$/)
})
