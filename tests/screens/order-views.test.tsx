import { describe, expect, test } from 'vitest'
import {
  DEFAULT_ORDERS,
  storedOrders,
  ordersOf,
  orderSearchOf,
  toOrderPage,
  toOrderQuery,
} from '#features/orders/filter.ts'
import { orderState, refundableCents } from '#features/orders/orderStatus.ts'
import { toDecimal, typedCents } from '#rules/price.ts'

describe('order filter', () => {
  test('sends no filter while all is on', () => {
    expect(toOrderQuery(DEFAULT_ORDERS)).toEqual({})
    expect(toOrderQuery({ ...DEFAULT_ORDERS, states: ['FINISH'], group: 0 }, 'x')).toEqual({
      search: 'x',
      filter: ['FINISH'],
      group: 0,
    })
    // The download and the count have no order.
    const sorted = { ...DEFAULT_ORDERS, sort: 'amount_desc', only: 'refunded' } as const
    expect(toOrderQuery(sorted)).toEqual({ refunded: true })
    expect(toOrderPage(sorted)).toEqual({ refunded: true, sort: 'amount_desc', pageSize: 20 })
  })

  test('is read back from its address, and from what this device stored', () => {
    const view = {
      states: ['CREATE', 'FINISH'],
      kinds: ['paypal'],
      group: 2,
      start: '2026-01-01',
      end: '2026-02-01',
      only: 'refunded',
      sort: 'amount_asc',
    } as const
    expect(ordersOf(orderSearchOf(view))).toEqual(view)
    expect(
      storedOrders(JSON.stringify({ ...orderSearchOf(view), search: 'a', order: 'b' })),
    ).toEqual(orderSearchOf(view))
    for (const stored of [undefined, '{}', 'no json', '{"start":"soon"}'])
      expect(storedOrders(stored)).toBeUndefined()
  })
})

describe('the status of an order', () => {
  test.each([
    ['FINISH', 'delivered'],
    ['USED', 'delivered'],
    ['approved', 'paid'],
    ['created', 'created'],
    ['expired', 'closed'],
  ])('reads %s of a server that reports no state as %s', (status, state) => {
    expect(orderState({ kind: 'paypal', amount: '1.00', status })).toBe(state)
  })

  test('counts what is left to pay back in cents', () => {
    const order = { kind: 'alipay', status: 'FINISH', amount: '10.10' } as const
    expect(refundableCents(order)).toBe(1010)
    expect(refundableCents({ ...order, refunded: '0.07' })).toBe(1003)
    expect(refundableCents({ ...order, status: 'CREATE' })).toBe(0)
    expect(typedCents('1.005')).toBeNaN()
    expect(typedCents('8,05')).toBe(805)
    expect(toDecimal(5)).toBe('0.05')
  })
})
