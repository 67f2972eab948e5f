import { flowPercent, flowText, formatFlow, isNoFlow, parseFlow, splitFlow } from '#rules/flow.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const bytes = fc.integer({ min: 0, max: 1e15 })

describe('parseFlow', () => {
  test.each([
    ['', 0],
    ['  ', 0],
    ['0', 0],
    ['250', 250],
    ['1.5G', 1_500_000_000],
    ['20 m', 20_000_000],
    ['.5k', 500],
    ['2T', 2_000_000_000_000],
    ['１００Ｍ', 100_000_000],
    ['0.0004k', 0],
    ['a lot', 1],
    ['-5', 1],
    ['1.5GB', 1],
    ['1,5G', 1_500_000_000],
    ['1,500', 1],
    ['1e9', 1],
    ['G', 1],
    ['99999999T', 1],
  ])('reads %j as %d', (text, expected) => {
    expect(parseFlow(text)).toBe(expected)
  })

  test('never fails, and is never below 0', () => {
    fc.assert(fc.property(fc.string(), (text) => Number.isSafeInteger(parseFlow(text))))
    fc.assert(fc.property(fc.string(), (text) => parseFlow(text) >= 0))
  })
})

describe('flowText', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1K'],
    [1_234, '1.234K'],
    [100_000_000, '100M'],
    [1_500_000_000, '1.5G'],
    [1_234_567, '1234.567K'],
  ])('writes %d as %j', (amount, expected) => {
    expect(flowText(amount)).toBe(expected)
  })

  test('is read back as the same bytes', () => {
    fc.assert(fc.property(bytes, (amount) => parseFlow(flowText(amount)) === amount))
  })
})

describe('formatFlow', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 KB'],
    [1_234, '1.23 KB'],
    [9_994, '9.99 KB'],
    [9_996, '10 KB'],
    [12_400_000_000, '12.4 GB'],
    [100_000_000, '100 MB'],
    [999_949, '999.9 KB'],
    [999_950, '1 MB'],
    [1_234_500_000_000, '1,234.5 GB'],
    [-2_500, '-2.5 KB'],
  ])('shows %d as %j', (amount, expected) => {
    expect(formatFlow(amount)).toBe(expected)
  })

  test('follows the language', () => {
    expect(formatFlow(12_400_000_000, 'ru-RU')).toBe('12,4 GB')
  })

  test('stays within one percent of the truth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (amount) => {
        const shown = formatFlow(amount)
          .replaceAll(',', '')
          .replace(/ ([KMG]?)B$/, '$1')
        expect(Math.abs(parseFlow(shown) - amount) / amount).toBeLessThan(0.01)
      }),
    )
  })
})

test('splitFlow keeps the unit apart', () => {
  expect(splitFlow(12_400_000_000)).toEqual({ amount: '12.4', unit: 'GB' })
})

test.each([
  [0, 100, 0],
  [25, 100, 25],
  [100, 100, 100],
  [150, 100, 100],
  [5, 0, 0],
  [5, -1, 0],
])('flowPercent(%d, %d) is %d', (used, quota, percent) => {
  expect(flowPercent(used, quota)).toBe(percent)
})

test.each([
  ['', false],
  ['0', false],
  ['1', false],
  [' 1 ', false],
  ['１', false],
  ['100G', false],
  ['1B', true],
  ['a lot', true],
  ['-5', true],
  ['1.0', true],
])('%j is no amount of traffic: %s', (text, expected) => {
  expect(isNoFlow(text)).toBe(expected)
})

test.each([
  ['1,25G', 1_250_000_000],
  ['1,2G', 1_200_000_000],
  ['1,255G', 1],
  ['1.255G', 1_255_000_000],
  ['.25k', 250],
  ['.5', 1],
  ['0.5', 1],
  ['0.4', 0],
])('parseFlow(%j) is %d', (text, expected) => {
  expect(parseFlow(text)).toBe(expected)
})

test.each([
  [9_994_999, '9.99 MB'],
  [9_995_000, '10 MB'],
  [1_234_567_890, '1.23 GB'],
])('formatFlow(%d) is %j', (bytes_, shown) => {
  expect(formatFlow(bytes_)).toBe(shown)
})
