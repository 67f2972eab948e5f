import { nextAsk, nextDelivery } from '#rules/retries.ts'
import { describe, expect, test } from 'vitest'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
const NOW = 1_000_000_000_000

test.each([
  [1, 2 * SECOND],
  [2, 10 * SECOND],
  [3, MINUTE],
  [4, 5 * MINUTE],
  [5, 15 * MINUTE],
  [6, HOUR],
  [7, 3 * HOUR],
  [8, 6 * HOUR],
  [9, 6 * HOUR],
  [1_000, 6 * HOUR],
  // What never failed is not tried again at once either.
  [0, 2 * SECOND],
])('after %d failures delivering is tried again in %d ms', (failures, wait) => {
  expect(nextDelivery(failures, NOW)).toBe(NOW + wait)
})

describe('nextAsk', () => {
  test.each([
    [0, 30 * SECOND],
    [10 * MINUTE - 1, 30 * SECOND],
    [10 * MINUTE, 3 * MINUTE],
    [2 * HOUR - 1, 3 * MINUTE],
    [2 * HOUR, HOUR],
    [DAY - 1, HOUR],
    [DAY, 6 * HOUR],
    [7 * DAY - 1, 6 * HOUR],
  ])('of an order %d ms old is in %d ms', (age, wait) => {
    const order = { createTime: NOW - age, expireTime: null }
    expect(nextAsk(order, NOW)).toBe(NOW + wait)
  })

  test.each([7 * DAY, 8 * DAY])('of an order %d ms old is never', (age) => {
    expect(nextAsk({ createTime: NOW - age, expireTime: null }, NOW)).toBeNull()
    expect(nextAsk({ createTime: NOW - age, expireTime: NOW + 5 }, NOW)).toBeNull()
  })

  test.each([
    ['is when it expires, where that is sooner', 1, 1],
    ['is when it expires, where that is at the same time', 30 * SECOND, 30 * SECOND],
    ['does not wait for its end', 30 * SECOND + 1, 30 * SECOND],
    ['is not now again when it expires now', 0, 30 * SECOND],
    ['is as usual once it expired', -1, 30 * SECOND],
  ])('%s', (_when, left, wait) => {
    expect(nextAsk({ createTime: NOW, expireTime: NOW + left }, NOW)).toBe(NOW + wait)
  })
})
