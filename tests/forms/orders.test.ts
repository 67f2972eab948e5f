import { toDecimal, typedCents } from '#rules/price.ts'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_ORDERS,
  isEveryOrder,
  storedOrders,
  ORDER_KINDS,
  orderSearchOf,
  ordersOf,
  readOrderSearch,
  toOrderQuery,
} from '../../src/features/orders/filter.ts'
import {
  currencyOf,
  orderColour,
  orderState,
  priceText,
  refundableCents,
} from '../../src/features/orders/orderStatus.ts'

const order = (changes: object = {}) => ({
  kind: 'alipay' as const,
  status: 'FINISH' as const,
  amount: '10.00',
  failure: null,
  ...changes,
})

describe('the address of a list of orders', () => {
  test.each<[Record<string, unknown>, object]>([
    [{}, {}],
    [{ search: ' ann ' }, { search: 'ann' }],
    [{ search: ' ' }, {}],
    [{ search: 2026 }, { search: '2026' }],
    [{ search: null }, {}],
    [{ search: 'x'.repeat(200) }, { search: 'x'.repeat(200) }],
    [{ search: 'x'.repeat(201) }, { search: 'x'.repeat(200) }],
    [{ hide: 'FINISH.CREATE' }, { hide: 'CREATE.FINISH' }],
    [{ hide: 'nothing' }, {}],
    [{ hide: '' }, {}],
    [{ kind: 'paypal' }, { kind: 'paypal' }],
    [{ kind: 'giftcard.alipay.cash' }, { kind: 'alipay.giftcard' }],
    [{ kind: ORDER_KINDS.join('.') }, {}],
    [{ kind: 'cash' }, {}],
    [{ hide: 'CREATE.Stryker' }, { hide: 'CREATE' }],
    [{ group: 0 }, { group: 0 }],
    [{ group: '3' }, { group: 3 }],
    [{ group: -1 }, {}],
    [{ group: 0.5 }, {}],
    [
      { start: '2026-11-20', end: '2026-11-21' },
      { start: '2026-11-20', end: '2026-11-21' },
    ],
    [{ start: '2026-11-2' }, {}],
    [{ start: 'x2026-11-20' }, {}],
    [{ end: '2026-11-201' }, {}],
    [{ end: 20_261_120 }, {}],
    [{ order: 'A1' }, { order: 'A1' }],
    [{ order: 17 }, { order: '17' }],
    [{ order: '' }, {}],
    [{ order: true }, {}],
    [{ order: 'x'.repeat(65) }, { order: 'x'.repeat(64) }],
    [{ evil: 1 }, {}],
  ])('%j is read as %j', (given, search) => {
    expect(readOrderSearch(given)).toEqual(search)
  })

  test('is parsed into its view, and back', () => {
    expect(ordersOf({})).toEqual(DEFAULT_ORDERS)
    const search = { hide: 'CREATE.FINISH', kind: 'paypal', group: 0, start: '2026-11-20' }
    const view = ordersOf(search)
    expect(view).toEqual({
      states: ['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_CLOSED'],
      kinds: ['paypal'],
      group: 0,
      start: '2026-11-20',
      end: '',
    })
    expect(orderSearchOf(view, 'ann')).toEqual({ ...search, search: 'ann' })
    expect(orderSearchOf(DEFAULT_ORDERS)).toEqual({})
  })

  test.each([
    [{}, true],
    [{ group: 0 }, false],
    [{ kinds: ['alipay'] as const }, false],
    [{ states: [] }, false],
    [{ start: '2026-11-20' }, false],
    [{ end: '2026-11-20' }, false],
  ])('with %j is the default: %s', (changes, expected) => {
    expect(isEveryOrder({ ...DEFAULT_ORDERS, ...changes })).toBe(expected)
  })

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['{', undefined],
    ['null', undefined],
    ['{}', undefined],
    ['{"search":"ann","order":"A1"}', undefined],
    ['{"group":3,"search":"ann"}', { group: 3 }],
    ['{"group":-1}', undefined],
  ])('stored as %j is %j', (stored, search) => {
    expect(storedOrders(stored)).toEqual(search)
  })

  test('requests just that from the server', () => {
    expect(toOrderQuery(DEFAULT_ORDERS)).toEqual({})
    const view = { states: ['CREATE'], kinds: ['alipay'], group: 0, start: 'a', end: 'b' } as const
    expect(toOrderQuery(view, 'ann')).toEqual({
      search: 'ann',
      filter: ['CREATE'],
      kind: ['alipay'],
      group: 0,
      start: 'a',
      end: 'b',
    })
  })
})

describe('the state of an order', () => {
  test.each([
    [{ state: 'refunded' as const, status: 'FINISH' }, 'refunded', 'grey'],
    [{ status: 'FINISH' }, 'delivered', 'green'],
    [{ status: 'finish' }, 'delivered', 'green'],
    [{ status: 'USED' }, 'delivered', 'green'],
    [{ status: 'TRADE_SUCCESS' }, 'paid', 'amber'],
    [{ status: 'approved' }, 'paid', 'amber'],
    [{ status: 'CREATE' }, 'created', 'blue'],
    [{ status: 'WAIT_BUYER_PAY' }, 'created', 'blue'],
    [{ status: 'created' }, 'created', 'blue'],
    [{ status: 'TRADE_CLOSED' }, 'closed', 'grey'],
    [{ status: 'closed' }, 'closed', 'grey'],
    [{ status: '' }, 'closed', 'grey'],
    [{ status: 'FINISH', failure: 'noPort' as const }, 'delivered', 'red'],
  ])('%j is %s, in %s', (changes, state, colour) => {
    const one = order(changes) as Parameters<typeof orderState>[0]
    expect(orderState(one)).toBe(state)
    expect(orderColour(one)).toBe(colour)
  })

  test.each([
    ['paypal', 'USD'],
    ['alipay', 'CNY'],
    ['giftcard', 'CNY'],
    ['refOrder', 'CNY'],
  ] as const)('an order by %s is in %s', (kind, currency) => {
    expect(currencyOf(kind)).toBe(currency)
  })

  test('an amount is shown in the words of a language', () => {
    expect(priceText('9.99', 'USD', 'en-US')).toBe('$9.99')
    expect(priceText('9.99', 'CNY', 'zh-CN')).toBe('¥9.99')
  })
})

describe('cents', () => {
  test.each([
    ['9.99', 999],
    ['9,9', 990],
    [' 10 ', 1000],
    ['0.29', 29],
    ['999999.99', 99_999_999],
    ['1000000', Number.NaN],
    ['1.999', Number.NaN],
    ['.5', Number.NaN],
    ['1.', Number.NaN],
    ['-1', Number.NaN],
    ['x1', Number.NaN],
    ['1x', Number.NaN],
    ['', Number.NaN],
  ])('%j is %d', (typed, cents) => {
    expect(typedCents(typed)).toBe(cents)
  })

  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [1999, '19.99'],
  ])('%d is sent as %s', (cents, wire) => {
    expect(toDecimal(cents)).toBe(wire)
    expect(typedCents(wire)).toBe(cents)
  })

  test.each([
    [{}, 1000],
    [{ refunded: '4.50' }, 550],
    [{ refunded: '10.00' }, 0],
    [{ refunded: '10.01' }, 0],
    [{ refunded: null }, 1000],
    [{ amount: null }, 0],
    [{ status: 'TRADE_SUCCESS' }, 1000],
    [{ status: 'CREATE' }, 0],
    [{ status: 'TRADE_CLOSED' }, 0],
    [{ state: 'refunded' }, 0],
  ])('%j leaves %d to be paid back', (changes, cents) => {
    expect(refundableCents(order(changes) as Parameters<typeof refundableCents>[0])).toBe(cents)
  })
})
