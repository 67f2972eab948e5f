import { describe, expect, test } from 'vitest'
import { readAmount, readMoment, readType } from '../../../server/admin/imports/values.ts'

const ZONE = 'Asia/Shanghai'

describe('readMoment', () => {
  test('reads ISO 8601, days and times by the clocks of the zone, and seconds since 1970', () => {
    const noon = Date.UTC(2026, 2, 1, 4)
    expect(readMoment('2026-03-01T04:00:00Z', ZONE)).toBe(noon)
    expect(readMoment('2026-03-01T04:00:00.000Z', ZONE)).toBe(noon)
    expect(readMoment('2026-03-01T12:00:00+08:00', ZONE)).toBe(noon)
    expect(readMoment('2026-03-01 12:00', ZONE)).toBe(noon)
    // As spreadsheets in China write it.
    expect(readMoment('2026/3/1 12:00', ZONE)).toBe(noon)
    expect(readMoment('2026/3/1', ZONE)).toBe(noon - 12 * 3_600_000)
    expect(readMoment(String(noon), ZONE)).toBe(noon)
    expect(readMoment(String(noon / 1000), ZONE)).toBe(noon)
  })

  test('reads nothing else', () => {
    for (const text of [
      '',
      'soon',
      '2026-02-31',
      '2026-13-01',
      '2026-03-01 25:00',
      '1/3/2026',
      '12',
      '-1',
    ])
      expect([text, readMoment(text, ZONE)]).toEqual([text, undefined])
  })
})

test('readAmount refuses a small number that says no unit, and knows both kinds of them', () => {
  for (const bare of ['1', '100', '1.5', '999999', '１００'])
    expect(readAmount(bare), bare).toBe('no unit')
  expect(readAmount('1000000')).toBe(1e6)
  expect(readAmount('107374182400')).toBe(107_374_182_400)
  expect(readAmount('100 B')).toBe(100)
  expect(readAmount('0.5K')).toBe(500)
  expect(readAmount('1 GiB')).toBe(1_073_741_824)
  expect(readAmount('1.5GiB')).toBe(1_610_612_736)
  expect(readAmount('0,5 tib')).toBe(549_755_813_888)
  expect(readAmount('100 kib')).toBe(102_400)
  for (const none of ['1GGiB', 'GiB', '1 GiBB', '9999999 TiB', '-1GiB'])
    expect(readAmount(none), none).toBeUndefined()
})

test('readAmount reads bytes and multiples', () => {
  expect(readAmount('1000000')).toBe(1_000_000)
  expect(readAmount('1.5G')).toBe(1.5e9)
  expect(readAmount('100 GB')).toBe(1e11)
  expect(readAmount('0')).toBe(0)
  expect(readAmount('many')).toBeUndefined()
})

test('readType reads numbers and names', () => {
  expect(['1', '6', 'month', 'Hour'].map(readType)).toEqual([1, 3, 3, 5])
  expect(['0', '8', 'year', '', 'toString'].map(readType)).toEqual(Array(5).fill(undefined))
})
