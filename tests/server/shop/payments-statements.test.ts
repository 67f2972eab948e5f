import { describe, expect, test } from 'vitest'
import { noteOnce } from '../../../server/shop/ledger/orderEvents.ts'
import { takeStatement } from '../../../server/shop/settlement/settle.ts'
import type { Statement } from '../../../server/shop/providers/provider.ts'
import { anOrder, aPlan } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { makeWorld } from '../../support/world.ts'

type Change = NonNullable<Parameters<typeof anOrder>[2]>

/** An unpaid order of 10.00, another of the same customer, and what a provider says of the first. */
async function anOpenOrder(changes: Change = {}) {
  const world = await makeWorld()
  const customer = await world.person()
  const order = { amount: 1000, planId: await aPlan(world), status: 'CREATE', ...changes }
  const id = await anOrder(world, customer, { ...order, orderId: 'A1' })
  await anOrder(world, customer, { ...order, orderId: 'A2' })
  const other = await storedOrder(world, 'A2')
  const kind = changes.kind === 'paypal' ? ('paypal' as const) : ('alipay' as const)
  const currency = { alipay: 'CNY', paypal: 'USD' }[kind]
  const number = { alipay: 'trade_no', paypal: 'custom_id' }[kind]
  const usual = {
    kind,
    orderId: 'A1',
    paymentId: 'P1',
    amount: 1000,
    currency,
    data: { [number]: '1', buyer_id: '2088' },
  }
  const say = (status: Statement['status'], said: Partial<Statement> = {}) =>
    takeStatement(world.world, { ...usual, status, ...said })
  const stored = () => storedOrder(world, 'A1')
  const notified = () =>
    world.db
      .selectFrom('event')
      .select(['kind', 'userId', 'subjectId', 'effect', 'data'])
      .orderBy('id')
      .execute()
  const isOtherSame = async () => expect(await storedOrder(world, 'A2')).toEqual(other)
  return { ...world, customer, id, say, stored, notified, isOtherSame }
}

describe('a payer who has seen the code', () => {
  test.each<[Change, string]>([
    [{}, 'WAIT_BUYER_PAY'],
    [{ status: 'TRADE_CLOSED' }, 'TRADE_CLOSED'],
    [{ status: 'FINISH' }, 'FINISH'],
    [{ kind: 'paypal', status: 'created' }, 'created'],
    [{ kind: 'paypal' }, 'CREATE'],
  ])('makes of an order %j: %s', async (changes, status) => {
    const { say, stored, isOtherSame } = await anOpenOrder(changes)
    const before = await stored()
    expect(await say('seen')).toBe('taken')
    expect(await stored()).toEqual({ ...before, status })
    await isOtherSame()
  })
})

describe('a payment that is looked into', () => {
  test.each<[Change]>([
    [{ kind: 'paypal', status: 'created' }],
    [{ kind: 'paypal', status: 'closed' }],
    [{ kind: 'alipay', status: 'WAIT_BUYER_PAY' }],
  ])('keeps an order waiting: %j', async (changes) => {
    const { say, stored, id, isOtherSame, ...world } = await anOpenOrder(changes)
    const before = await stored()
    for (const _ of [1, 2]) expect(await say('checking')).toBe('taken')
    expect(await stored()).toEqual({
      ...before,
      status: changes.kind === 'paypal' ? 'created' : 'CREATE',
      paymentId: 'P1',
      data: changes.kind === 'paypal' ? '{"custom_id":"1"}' : '{"trade_no":"1"}',
      nextTry: world.clock.at + 30_000,
    })
    expect(await eventsOf(world, id)).toEqual(['underReview P1'])
    await isOtherSame()
  })

  test.each<[Change]>([
    [{ kind: 'paypal', status: 'created', paidTime: 5 }],
    [{ kind: 'paypal', status: 'created', paymentId: 'P0' }],
    [{ kind: 'paypal', status: 'approved' }],
    [{ kind: 'paypal', status: 'finish' }],
    [{ kind: 'paypal', status: 'expired' }],
  ])('changes nothing of an order %j', async (changes) => {
    const { say, stored, id, ...world } = await anOpenOrder(changes)
    const before = await stored()
    expect(await say('checking')).toBe('taken')
    expect(await stored()).toEqual(before)
    expect(await eventsOf(world, id)).toEqual([])
  })

  test('without a name keeps an empty one', async () => {
    const { say, stored, id, ...world } = await anOpenOrder({ kind: 'paypal', status: 'created' })
    await say('checking', { paymentId: null })
    expect((await stored()).paymentId).toBe('')
    expect(await eventsOf(world, id)).toEqual(['underReview'])
  })
})

describe('a payment', () => {
  test.each([
    ['alipay', 'CREATE', 'TRADE_SUCCESS', 'CNY'],
    ['alipay', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'CNY'],
    ['paypal', 'created', 'approved', 'USD'],
  ] as const)('by %s of an order %s is in the row and the books', async (...row) => {
    const [kind, status, paid, currency] = row
    const changes = { kind, status, planId: 99, failure: 'wrongAmount', failures: 7 }
    const { say, stored, id, customer, notified, isOtherSame, ...world } =
      await anOpenOrder(changes)
    const { at: now } = world.clock
    expect(await say('paid')).toBe('taken')
    // It cannot be delivered, which is its first failure.
    const data = kind === 'paypal' ? '{"custom_id":"1"}' : '{"trade_no":"1"}'
    const after = { status: paid, paidTime: now, paymentId: 'P1', data }
    expect(await stored()).toMatchObject({ ...after, failure: 'planGone', failures: 1 })
    expect(await world.db.selectFrom('ledger').selectAll().execute()).toEqual([
      {
        id: expect.any(Number),
        effect: `paid:${id}`,
        placedOrderId: id,
        credit: kind,
        debit: `owed:${customer.id}`,
        amount: 1000,
        currency,
        time: now,
      },
    ])
    expect(await eventsOf(world, id)).toEqual([`paid 10.00 ${currency}`, 'failed planGone'])
    expect((await notified())[0]).toEqual({
      kind: 'payment',
      userId: null,
      subjectId: customer.id,
      effect: `paid:${id}`,
      data: JSON.stringify({ orderId: 'A1', kind, amount: 1000, currency }),
    })
    await isOtherSame()
  })

  test.each<[Change]>([
    [{ paidTime: 5 }],
    [{ status: 'TRADE_SUCCESS' }],
    [{ status: 'FINISH' }],
    [{ kind: 'paypal', status: 'approved' }],
    [{ kind: 'paypal', status: 'finish' }],
  ])('of an order %j moves no money again', async (changes) => {
    const { say, stored, id, ...world } = await anOpenOrder(changes)
    const before = await stored()
    expect(await say('paid')).toBe('taken')
    expect(await stored()).toEqual(before)
    expect(await world.db.selectFrom('ledger').selectAll().execute()).toEqual([])
    expect(await eventsOf(world, id)).toEqual([])
  })

  test.each([
    ['P0', 'P1', ['paidAgain P1']],
    ['P1', 'P1', []],
    [null, 'P1', []],
    ['P0', null, []],
  ])('%s and then %s: %j', async (paymentId, second, events) => {
    const { say, id, ...world } = await anOpenOrder({ status: 'FINISH', paidTime: 5, paymentId })
    for (const _ of [1, 2]) await say('paid', { paymentId: second })
    expect(await eventsOf(world, id)).toEqual(events)
  })
})

describe('a payment of another amount', () => {
  test('is stored with the order, and reported once', async () => {
    const { say, stored, id, notified, customer, isOtherSame, ...world } = await anOpenOrder()
    const before = await stored()
    for (const _ of [1, 2]) expect(await say('paid', { amount: 1 })).toBe('wrong amount')
    expect(await stored()).toEqual({ ...before, failure: 'wrongAmount', data: '{"trade_no":"1"}' })
    expect(await eventsOf(world, id)).toEqual(['wrongAmount 0.01 CNY'])
    expect(await notified()).toEqual([
      {
        kind: 'paymentStuck',
        userId: null,
        subjectId: customer.id,
        effect: `stuck:${id}:wrongAmount`,
        data: JSON.stringify({ orderId: 'A1', kind: 'alipay', failure: 'wrongAmount' }),
      },
    ])
    await isOtherSame()
  })

  test('does no harm to an order that was paid', async () => {
    const { say, stored, id, ...world } = await anOpenOrder({ status: 'FINISH', paidTime: 5 })
    const before = await stored()
    expect(await say('paid', { currency: 'EUR' })).toBe('wrong currency')
    expect(await stored()).toEqual(before)
    expect(await eventsOf(world, id)).toEqual(['wrongCurrency 10.00 EUR'])
  })

  test('is one also where the order has none', async () => {
    const { say } = await anOpenOrder({ amount: null })
    expect(await say('paid', { amount: null })).toBe('wrong amount')
  })
})

describe('a statement about an unknown order', () => {
  test.each([
    ['waiting', 0, 0],
    ['seen', 1, 0],
    ['closed', 1, 0],
    ['paid', 1, 1],
  ] as const)(
    'that it is %s is noted %d times and reported %d times',
    async (status, lines, times) => {
      const { say, notified, ...world } = await anOpenOrder()
      for (const _ of [1, 2]) expect(await say(status, { orderId: 'X' })).toBe('unknown order')
      const detail = { kind: 'alipay', orderId: 'X', status, amount: 1000, currency: 'CNY' }
      expect(await eventsOf(world, null)).toEqual(
        Array(lines).fill(`unknownOrder ${JSON.stringify(detail)}`),
      )
      const data = { orderId: 'X', kind: 'alipay', failure: 'unknownOrder' }
      expect(await notified()).toEqual(
        Array(times).fill({
          kind: 'paymentStuck',
          userId: null,
          subjectId: null,
          effect: 'unknown:alipay:X',
          data: JSON.stringify(data),
        }),
      )
    },
  )
})

test('what is noted once is noted again of another order, another event and another detail', async () => {
  const { id, ...world } = await anOpenOrder()
  const other = (await storedOrder(world, 'A2')).id
  const note = (placedOrderId: number | null, event: 'paidAgain' | 'closed', detail?: string) =>
    noteOnce(world.db, { placedOrderId, event, ...(detail !== undefined && { detail }) }, 5)
  for (const _ of [1, 2]) {
    await note(id, 'paidAgain', 'P1')
    await note(id, 'paidAgain', 'P2')
    await note(id, 'closed')
    await note(other, 'paidAgain', 'P1')
    await note(null, 'paidAgain', 'P1')
  }
  expect(await eventsOf(world, id)).toEqual(['paidAgain P1', 'paidAgain P2', 'closed'])
  expect(await eventsOf(world, other)).toEqual(['paidAgain P1'])
  expect(await eventsOf(world, null)).toEqual(['paidAgain P1'])
})
