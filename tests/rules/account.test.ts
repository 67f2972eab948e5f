import {
  accountState,
  adjustTime,
  cycleOf,
  cycleProgress,
  expireOf,
  isExpired,
  isOverQuota,
  isUnlimited,
  normalType,
  PERIOD,
  rowColour,
} from '#rules/account.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const HOUR = 3_600_000
const now = Date.UTC(2026, 0, 1)
const hours = (limit: number, create = now, flow = 0) => ({
  type: 5,
  data: { create, limit, flow },
})
const unlimited = { type: 1, data: null }

const anyAccount = fc.record({
  type: fc.constantFrom(2, 3, 4, 5),
  data: fc.record({
    create: fc.integer({ min: now - 5e10, max: now + 5e10 }),
    limit: fc.integer({ min: 1, max: 500 }),
    flow: fc.integer({ min: 0, max: 1e13 }),
  }),
})

test.each([
  [1, true],
  [2, false],
  [5, false],
])('type %d is unlimited: %s', (type, expected) => {
  expect(isUnlimited({ type })).toBe(expected)
})

test.each([
  [2, 2],
  [6, 3],
  [7, 3],
])('normalType(%d) is %d', (type, expected) => {
  expect(normalType(type)).toBe(expected)
})

test.each([
  ['an hour account', hours(3), now + 3 * HOUR],
  ['an unlimited account', unlimited, null],
  ['an unlimited account with a quota', { type: 1, data: { flow: 5 } }, null],
  ['an account of unknown type', { type: 9, data: { create: now, limit: 1 } }, null],
])('expireOf %s', (_what, account, expire) => {
  expect(expireOf(account)).toBe(expire)
})

describe('cycleOf', () => {
  test.each([
    ['at the start', now, 0],
    ['within the first', now + HOUR - 1, 0],
    ['at the border', now + HOUR, 1],
    ['after expiry', now + 10.5 * HOUR, 10],
    ['before the start', now - 5 * HOUR, 0],
  ])('%s', (_when, time, passed) => {
    const from = now + passed * HOUR
    expect(cycleOf(hours(2), time)).toEqual({ from, to: from + HOUR })
  })

  test('is none for an unlimited account', () => {
    expect(cycleOf(unlimited, now)).toBeNull()
  })

  test('contains now once the account has begun', () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        fc.pre(account.data.create <= now)
        const { from, to } = cycleOf(account, now)!
        expect(from <= now && now < to && to - from === PERIOD[account.type]).toBe(true)
      }),
    )
  })
})

test.each([
  [now - 1, 0],
  [now, 0],
  [now + HOUR / 4, 25],
  [now + HOUR, 100],
  [now + 9 * HOUR, 100],
])('cycleProgress at %d is %d', (time, percent) => {
  expect(cycleProgress({ from: now, to: now + HOUR }, time)).toBe(percent)
})

test.each([
  ['before its expiry', hours(1), now + HOUR - 1, false],
  ['at its expiry', hours(1), now + HOUR, true],
  ['when it never ends', unlimited, now, false],
  ['before it is started', { ...hours(1), active: 0 }, now + 9 * HOUR, false],
])('isExpired %s', (_when, account, time, expected) => {
  expect(isExpired(account, time)).toBe(expected)
})

test.each([
  [100, 0, 99, false],
  [100, 0, 100, true],
  [100, 50, 149, false],
  [100, 50, 150, true],
  [0, 0, 1e12, false],
  [-1, 0, 1e12, false],
  [null, 0, 1e12, false],
])('isOverQuota(%j, %d, %d) is %s', (flow, flowPack, used, expected) => {
  expect(isOverQuota(flow, flowPack, used)).toBe(expected)
})

describe('accountState', () => {
  const open = { ...hours(1, now - 1, 100), active: 1 }
  test.each([
    ['open', open, {}],
    ['unlimited', { ...unlimited, active: true }, {}],
    ['inactive', { ...open, active: 0 }, { used: 100, banned: true }],
    ['inactive', { ...hours(1, now + 1), active: 1 }, {}],
    ['open', { ...hours(1, now), active: 1 }, {}],
    ['expired', { ...hours(1, now - HOUR), active: 1 }, { banned: true }],
    ['banned', open, { used: 100, banned: true }],
    ['over', open, { used: 100 }],
    ['open', open, { used: 100, flowPack: 1 }],
    ['over', { type: 1, data: { flow: 100 }, active: 1 }, { used: 100 }],
  ])('says %s', (state, account, facts) => {
    expect(accountState(account, facts, now)).toBe(state)
  })
})

test.each([
  ['blue', { ...unlimited, autoRemove: 1 }],
  ['red', { ...hours(1, now - HOUR), autoRemove: 1 }],
  ['lime', { ...hours(1), autoRemove: 1 }],
  [null, { ...hours(1), autoRemove: 0 }],
])('rowColour is %s', (colour, account) => {
  expect(rowColour(account, now)).toBe(colour)
})

describe('adjustTime', () => {
  test('counts a start in the future as more periods', () => {
    const { data } = hours(1, now - HOUR / 2, 7)
    expect(adjustTime(data, 5, HOUR, now)).toEqual({ create: now - HOUR / 2, limit: 2, flow: 7 })
  })

  test('only moves the start back', () => {
    const { data } = hours(3, now - HOUR)
    expect(adjustTime(data, 5, -HOUR, now)).toMatchObject({ create: now - 2 * HOUR, limit: 3 })
  })

  test('leaves an unlimited account alone', () => {
    expect(adjustTime({ flow: 5 }, 1, HOUR, now)).toEqual({ flow: 5 })
    expect(adjustTime(null, 1, HOUR, now)).toBeNull()
  })

  test('moves the expiry by just the shift, and a longer account has begun', () => {
    fc.assert(
      fc.property(anyAccount, fc.integer({ min: -1e11, max: 1e11 }), ({ type, data }, shift) => {
        const adjusted = adjustTime(data, type, shift, now)
        expect(expireOf({ type, data: adjusted })).toBe(expireOf({ type, data })! + shift)
        if (shift > 0) expect(adjusted.create).toBeLessThan(now)
      }),
    )
  })
})
