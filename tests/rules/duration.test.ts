import { formatDuration, parseDuration } from '#rules/duration.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('parseDuration', () => {
  test.each([
    ['', 0],
    ['0', 0],
    ['0h', 0],
    ['500', 500],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['2 D', 172_800_000],
    ['10m', 600_000],
    ['1d2h', 93_600_000],
    ['1d 2h 500', 93_600_500],
    ['soon', 1],
    ['-1h', 1],
    ['1w', 1],
    ['h', 1],
    ['1h,2m', 1],
    ['500 1d', 1],
  ])('reads %j as %d ms', (text, expected) => {
    expect(parseDuration(text)).toBe(expected)
  })
})

describe('formatDuration', () => {
  test.each([
    [0, '0'],
    [-5, '0'],
    [250, '250'],
    [1_500, '1s500'],
    [60_000, '1m'],
    [93_600_000, '1d2h'],
    [604_800_000, '7d'],
  ])('writes %d ms as %j', (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected)
  })

  test('is read back as the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms)
      }),
    )
  })
})

test.each([
  [' ', 0],
  [' 90s ', 90_000],
  ['１ｈ', 3_600_000],
  ['.5h', 1_800_000],
  ['0.0004s', 0],
  ['9999999999999d', 1],
])('parseDuration(%j) is %d ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})
