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
  startBefore,
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

test.each([
  ['no time at all', now, now, 100],
  ['less than none', now, now - 1, 100],
])('a cycle of %s is over', (_what, from, to, percent) => {
  expect(cycleProgress({ from, to }, now - 5)).toBe(percent)
})

test.each([
  [false, false],
  [true, true],
  [0, false],
  [1, true],
  [undefined, true],
])('an account out of date with active %j is expired: %s', (active, expected) => {
  expect(isExpired({ ...hours(1), ...(active !== undefined && { active }) }, now + HOUR)).toBe(
    expected,
  )
})

test('without a quota nothing is ever used up', () => {
  expect(isOverQuota(undefined, 0, 1e12)).toBe(false)
  expect(isOverQuota(1, 0, 0)).toBe(false)
})

describe('startBefore', () => {
  test.each([
    ['leaves what began', now - 1, 3, now - 1, 3],
    ['takes what begins now a period back', now, 3, now - HOUR, 4],
    ['takes what begins within a period one back', now + HOUR - 1, 3, now - 1, 4],
    ['takes what begins in a period two back', now + HOUR, 3, now - HOUR, 5],
  ])('%s', (_what, create, limit, begun, periods) => {
    expect(startBefore(now, { create, limit }, HOUR)).toEqual({ create: begun, limit: periods })
  })
})

test.each([
  [-1, now + HOUR - 1, 1],
  [0, now + HOUR, 1],
  // Moved on by a millisecond it has to begin before now, too.
  [1, now + 1 - HOUR, 2],
])('an account that begins in an hour, moved by %d ms', (shift, create, limit) => {
  const start = shift > 0 ? now : now + HOUR
  expect(adjustTime({ create: start, limit: 1, flow: 7 }, 5, shift, now)).toEqual({
    create,
    limit,
    flow: 7,
  })
})

test.each([
  ['without a start', { limit: 1 }],
  ['without cycles', { create: now }],
  ['with a start of null', { create: null, limit: 1 }],
  ['with cycles of null', { create: now, limit: null }],
])('an account %s never ends', (_what, data) => {
  expect(expireOf({ type: 5, data })).toBeNull()
  expect(cycleOf({ type: 5, data }, now)).toBeNull()
  expect(adjustTime(data, 5, HOUR, now)).toEqual(data)
})
