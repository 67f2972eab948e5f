import { isTimeZone, momentOf, offsetText, wallTime } from '#rules/zone.ts'
import { describe, expect, test } from 'vitest'

const at = (text: string) => Date.parse(text)

test.each([
  ['Asia/Shanghai', '2026-01-01T00:00:00.123Z', '2026-01-01T08:00:00.123Z'],
  ['Asia/Kolkata', '2026-01-01T20:00Z', '2026-01-02T01:30Z'],
  ['America/New_York', '2026-07-01T00:00Z', '2026-06-30T20:00Z'],
  ['Australia/Lord_Howe', '2026-01-01T13:00Z', '2026-01-02T00:00Z'],
  ['UTC', '1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
])('wallTime in %s', (zone, time, wall) => {
  expect(wallTime(at(time), zone)).toBe(at(wall))
})

test.each([
  ['Asia/Shanghai', '2026-01-01T00:00Z', 'UTC+8'],
  ['America/New_York', '2026-01-01T00:00Z', 'UTC-5'],
  ['America/New_York', '2026-07-01T00:00Z', 'UTC-4'],
  ['America/St_Johns', '2026-01-01T00:00Z', 'UTC-3:30'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00.999Z', 'UTC+5:45'],
  ['Europe/London', '2026-01-01T00:00Z', 'UTC'],
])('offsetText of %s at %s is %s', (zone, time, text) => {
  expect(offsetText(at(time), zone)).toBe(text)
})

describe('momentOf', () => {
  test.each([
    ['a plain time', 'America/New_York', '2026-01-05T12:00Z', '2026-01-05T17:00Z'],
    ['the first of two', 'America/New_York', '2026-11-01T01:30Z', '2026-11-01T05:30Z'],
    ['a skipped time', 'America/New_York', '2026-03-08T02:00Z', '2026-03-08T07:00Z'],
    ['a skipped midnight', 'Asia/Beirut', '2025-03-30T00:00Z', '2025-03-29T22:00Z'],
    ['the first of two midnights', 'America/Havana', '2026-11-01T00:00Z', '2026-11-01T04:00Z'],
  ])('finds %s', (_what, zone, wall, time) => {
    expect(new Date(momentOf(at(wall), zone)).toISOString()).toBe(new Date(at(time)).toISOString())
  })
})

test.each([
  ['Asia/Shanghai', true],
  ['UTC', true],
  ['Moon/Tycho', false],
  ['', false],
])('isTimeZone(%j) is %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

test('an unknown zone is refused', () => {
  expect(() => wallTime(0, 'Moon/Tycho')).toThrow(RangeError)
})

test('more zones than are cached still come out right', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 100)
  const walls = zones.map((zone) => wallTime(0, zone))
  expect(zones.map((zone) => wallTime(0, zone))).toEqual(walls)
})

test.each([
  // Clocks put back at midnight: that day has two of them, and the first counts.
  ['the first of two', 'America/Sao_Paulo', '2018-02-17T23:30Z', '2018-02-18T01:30Z'],
  ['a time before clocks are put back', 'Europe/Berlin', '2026-10-25T01:59Z', '2026-10-24T23:59Z'],
  ['the first of two', 'Europe/Berlin', '2026-10-25T02:00Z', '2026-10-25T00:00Z'],
  ['the last of the two hours', 'Europe/Berlin', '2026-10-25T02:59Z', '2026-10-25T00:59Z'],
  ['a time after clocks were put back', 'Europe/Berlin', '2026-10-25T03:00Z', '2026-10-25T02:00Z'],
  ['a time before clocks skip', 'Europe/Berlin', '2026-03-29T01:59Z', '2026-03-29T00:59Z'],
  ['a skipped time', 'Europe/Berlin', '2026-03-29T02:30Z', '2026-03-29T01:30Z'],
  ['a time after clocks skipped', 'Europe/Berlin', '2026-03-29T03:00Z', '2026-03-29T01:00Z'],
])('momentOf finds %s in %s', (_what, zone, wall, time) => {
  expect(new Date(momentOf(at(wall), zone)).toISOString()).toBe(new Date(at(time)).toISOString())
})
