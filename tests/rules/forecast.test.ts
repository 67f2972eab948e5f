import { forecastOf } from '#rules/forecast.ts'
import { describe, expect, test } from 'vitest'

const DAY = 86_400_000
const cycle = { from: 0, to: 30 * DAY }
const at = (day: number, end = 300) => ({ now: day * DAY, end: end * DAY })

describe('forecastOf', () => {
  test('says when traffic ends before the cycle does', () =>
    expect(forecastOf(cycle, { used: 50, quota: 100 }, at(10))).toEqual({ endsAt: 20 * DAY }))

  test('says what is left when it does not', () =>
    expect(forecastOf(cycle, { used: 20, quota: 100 }, at(10))).toEqual({ left: 40, at: 30 * DAY }))

  test('looks no further than the end of the account', () =>
    expect(forecastOf(cycle, { used: 50, quota: 100 }, at(10, 15))).toEqual({
      left: 25,
      at: 15 * DAY,
    }))

  test.each([
    ['without a quota', { used: 50, quota: null }, at(10)],
    ['before anything is used', { used: 0, quota: 100 }, at(10)],
    ['once all is used', { used: 100, quota: 100 }, at(10)],
    ['on the first day', { used: 50, quota: 100 }, { now: DAY - 1, end: 300 * DAY }],
    ['after the end', { used: 50, quota: 100 }, at(10, 10)],
  ])('says nothing %s', (_when, usage, when) =>
    expect(forecastOf(cycle, usage, when)).toBeUndefined(),
  )

  test('speaks from the first day on', () =>
    expect(forecastOf(cycle, { used: 1, quota: 100 }, at(1))).toEqual({ left: 70, at: 30 * DAY }))
})
