import { placedState, stateOfStatus } from '#rules/placed.ts'
import { allFacts, currencyOf, isPaidKind, wordsOfKind } from '#rules/providers/registry.ts'
import { describe, expect, test } from 'vitest'

const order = (kind: string, status: string, amount: number | null = 1000, refunded?: number) => ({
  kind,
  status,
  amount,
  refunded: refunded ?? null,
})

test.each([
  ['alipay', true],
  ['paypal', true],
  ['giftcard', false],
  ['refOrder', false],
  ['toString', false],
  ['', false],
])('orders of the kind %s cost money: %s', (kind, expected) => {
  expect(isPaidKind(kind)).toBe(expected)
})

describe('placedState', () => {
  test.each([
    ['alipay', 'CREATE', 'created'],
    ['alipay', 'WAIT_BUYER_PAY', 'created'],
    ['alipay', 'TRADE_SUCCESS', 'paid'],
    ['alipay', 'FINISH', 'delivered'],
    ['alipay', 'TRADE_CLOSED', 'closed'],
    ['paypal', 'created', 'created'],
    ['paypal', 'approved', 'paid'],
    ['paypal', 'finish', 'delivered'],
    ['paypal', 'closed', 'closed'],
    // The words of the one mean nothing in the other.
    ['paypal', 'FINISH', 'closed'],
    ['alipay', 'finish', 'closed'],
    ['alipay', 'whatever', 'closed'],
    ['alipay', 'USED', 'closed'],
    ['giftcard', 'USED', 'delivered'],
    ['refOrder', 'CREATE', 'delivered'],
  ])('of %s in %s is %s', (kind, status, state) => {
    expect(placedState(order(kind, status))).toBe(state)
  })

  test.each([
    [1000, 999, 'delivered'],
    [1000, 1000, 'refunded'],
    [1000, 1001, 'refunded'],
    [1000, 0, 'delivered'],
    [1, 1, 'refunded'],
    [0, 0, 'delivered'],
    [null, 0, 'delivered'],
    [null, 5, 'delivered'],
  ])('of an order of %j cents with %j paid back is %s', (amount, refunded, state) => {
    expect(placedState(order('alipay', 'FINISH', amount, refunded))).toBe(state)
  })

  test('of an order that nothing was paid back of is as its status says', () => {
    expect(placedState(order('alipay', 'TRADE_SUCCESS'))).toBe('paid')
  })
})

test.each([
  ['CREATE', 'created'],
  ['WAIT_BUYER_PAY', 'created'],
  ['created', 'created'],
  ['TRADE_SUCCESS', 'paid'],
  ['approved', 'paid'],
  ['FINISH', 'delivered'],
  ['finish', 'delivered'],
  ['USED', 'delivered'],
  ['TRADE_CLOSED', 'closed'],
  ['closed', 'closed'],
  ['whatever', 'closed'],
])('the status %s alone means %s', (status, state) => {
  expect(stateOfStatus(status)).toBe(state)
})

test('every kind that costs money has its words and its currency', () => {
  expect(allFacts().map(({ kind, currency }) => [kind, currency])).toEqual([
    ['alipay', 'CNY'],
    ['paypal', 'USD'],
  ])
  expect(allFacts().map(({ kind }) => wordsOfKind(kind))).toEqual(
    allFacts().map(({ words }) => words),
  )
})

test('a kind that costs nothing, or that nobody knows, has no currency', () => {
  expect(() => currencyOf('giftcard')).toThrow('no provider is called giftcard')
  expect(() => currencyOf('toString')).toThrow('no provider is called toString')
})
