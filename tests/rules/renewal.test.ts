import { cycleOf, expireOf, PERIOD } from '#rules/account.ts'
import { applyPlan, renewAccount, rewardShare, rewardTime } from '#rules/renewal.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const DAY = 86_400_000
const WEEK = 7 * DAY
const MONTH = 30 * DAY
const now = Date.UTC(2026, 0, 1)

const aPlan = (fields: object = {}) => ({
  id: 9,
  type: 3,
  cycle: 1,
  flow: 500,
  server: [1, 2],
  autoRemove: 1,
  autoRemoveDelay: DAY,
  multiServerFlow: 1,
  active: 0,
  ...fields,
})

const anAccount = (type: number, create: number, limit: number) => ({
  type,
  orderId: 4,
  server: null,
  autoRemove: 0,
  multiServerFlow: 0,
  data: { create, limit, flow: 100 },
})

test('applyPlan opens an account on the terms of the plan', () => {
  expect(applyPlan(aPlan({ cycle: 2 }), now)).toEqual({
    type: 3,
    orderId: 9,
    server: [1, 2],
    autoRemove: 1,
    autoRemoveDelay: DAY,
    multiServerFlow: 1,
    active: 0,
    data: { create: now, limit: 2, flow: 500 },
  })
})

describe('renewAccount', () => {
  test('adds a plan of the same unit to the old expiry, on its terms', () => {
    expect(renewAccount(anAccount(3, now - 10 * DAY, 1), aPlan(), now)).toEqual({
      type: 3,
      orderId: 9,
      server: [1, 2],
      autoRemove: 1,
      multiServerFlow: 1,
      data: { create: now - 10 * DAY, limit: 2, flow: 500 },
    })
  })

  test('counts an expired account from now', () => {
    const renewed = renewAccount(anAccount(3, now - 40 * DAY, 1), aPlan(), now)
    expect(renewed?.data).toEqual({ create: now - MONTH, limit: 2, flow: 500 })
  })

  test('adds only time when the plan counts in shorter units', () => {
    const account = anAccount(3, now - 10 * DAY, 1)
    const renewed = renewAccount(account, aPlan({ type: 2, cycle: 2 }), now)
    const { data, ...terms } = account
    expect(renewed).toMatchObject(terms)
    expect(renewed?.data.flow).toBe(data.flow)
    expect(expireOf(renewed!)).toBe(now + 20 * DAY + 2 * WEEK)
  })

  test('switches to a plan that counts in longer units', () => {
    const renewed = renewAccount(anAccount(4, now - DAY / 2, 1), aPlan(), now)
    expect(renewed).toMatchObject({ type: 3, orderId: 9, data: { flow: 500 } })
    expect(expireOf(renewed!)).toBe(now + DAY / 2 + MONTH)
  })

  test('has nothing to add to an account that never ends', () => {
    const account = { ...anAccount(1, now, 1), data: null }
    expect(renewAccount(account, aPlan(), now)).toBeUndefined()
  })

  test('adds all the time paid for, and the cycle it leaves contains now', () => {
    const type = fc.constantFrom(2, 3, 4, 5)
    const create = fc.integer({ min: now - 1e11, max: now })
    const cycles = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(type, create, cycles, type, cycles, (own, start, limit, bought, cycle) => {
        const account = anAccount(own, start, limit)
        const renewed = renewAccount(account, aPlan({ type: bought, cycle }), now)!
        const from = Math.max(now, expireOf(account)!)
        expect(expireOf(renewed)).toBe(from + PERIOD[bought]! * cycle)
        expect(renewed.data.create).toBeLessThan(now)
        expect(renewed.data.limit).toBeGreaterThanOrEqual(1)
        const current = cycleOf(renewed, now)!
        expect(current.from <= now && now < current.to).toBe(true)
      }),
    )
  })
})

describe('rewardTime', () => {
  test('lets an expired account end the reward from now', () => {
    const rewarded = rewardTime({ create: now - 9 * WEEK, limit: 1, flow: 3 }, 2, DAY, now)
    expect(rewarded).toEqual({ create: now + DAY - WEEK, limit: 1, flow: 3 })
  })

  test('lets a valid account end later by the reward', () => {
    const data = { create: now - DAY, limit: 1, flow: 3 }
    const rewarded = rewardTime(data, 2, 3 * WEEK, now)
    expect(rewarded).toEqual({ create: now - DAY, limit: 4, flow: 3 })
  })

  test('leaves an unlimited account alone', () => {
    expect(rewardTime({ flow: 5 }, 1, DAY, now)).toEqual({ flow: 5 })
  })
})

test.each([
  [DAY, 1, DAY],
  [100, 3, 34],
  [DAY, 0, 0],
])('rewardShare(%d, %d) is %d', (refTime, accounts, share) => {
  expect(rewardShare(refTime, accounts)).toBe(share)
})

describe('an account without times of its own', () => {
  const whole = anAccount(3, now, 1)
  test.each([
    ['an account of an unknown type', { ...whole, type: 9 }, aPlan()],
    ['an account without a start', { ...whole, data: { limit: 1 } }, aPlan()],
    ['a plan of an unknown type', whole, aPlan({ type: 9 })],
    ['a plan without an end', whole, aPlan({ type: 1 })],
  ])('is not renewed: %s', (_what, account, plan) => {
    expect(renewAccount(account, plan, now)).toBeUndefined()
  })

  test.each([
    ['of an unknown type', 9, { create: now, limit: 1 }],
    ['without a start', 3, { limit: 1 }],
    ['without cycles', 3, { create: now }],
    ['without anything', 3, null],
  ])('is not rewarded: %s', (_what, type, data) => {
    expect(rewardTime(data, type, DAY, now)).toEqual(data)
  })

  test('has a quota of 0 after a renewal in shorter units', () => {
    const { flow: _flow, ...times } = whole.data
    const renewed = renewAccount({ ...whole, data: times }, aPlan({ type: 2 }), now)
    expect(renewed?.data.flow).toBe(0)
  })
})

test('retired types of plans renew by months', () => {
  expect(renewAccount(anAccount(3, now, 1), aPlan({ type: 6 }), now)).toMatchObject({ type: 3 })
})
