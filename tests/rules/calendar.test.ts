import {
  borders,
  lastHourBorders,
  startOfDay,
  startOfMonth,
  startOfWeek,
  windowOf,
} from '#rules/calendar.ts'
import { wallTime } from '#rules/zone.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(text)
const inHours = (times: number[]) => times.map((time) => (time - times[0]!) / HOUR)
const hoursTo = (count: number) => Array.from({ length: count }, (_, hour) => hour)

const zone = fc.constantFrom(
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Moscow',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
)
const period = fc.constantFrom('hour', 'day', 'week')
const time = fc.integer({ min: at('2000-01-01T00:00Z'), max: at('2040-01-01T00:00Z') })
const COUNTS = { hour: 12, day: 24, week: 7 }

describe('borders', () => {
  test('cut an hour into five minutes', () => {
    const times = borders('hour', at('2026-01-01T10:59:59.999Z'), 'Asia/Kolkata')
    expect(times[0]).toBe(at('2026-01-01T10:30Z'))
    expect(times.at(-1)).toBe(at('2026-01-01T11:30Z'))
    expect(times[1]! - times[0]!).toBe(HOUR / 12)
  })

  test('cut a day into hours', () => {
    const times = borders('day', at('2026-01-01T16:00Z'), 'Asia/Shanghai')
    expect(times[0]).toBe(at('2026-01-01T16:00Z'))
    expect(inHours(times)).toEqual(hoursTo(25))
  })

  test('cut a week into days, from Sunday on', () => {
    const times = borders('week', at('2026-01-03T12:00Z'), 'UTC')
    expect(times[0]).toBe(at('2025-12-28T00:00Z'))
    expect(inHours(times)).toEqual(hoursTo(8).map((day) => day * 24))
  })

  test.each([
    ['23 hours', 'America/New_York', '2026-03-08T12:00Z', [22, 22.5, 23]],
    ['25 hours', 'America/New_York', '2026-11-01T12:00Z', [22, 23, 25]],
    ['23.5 hours', 'Australia/Lord_Howe', '2026-10-04T00:00Z', [22, 23, 23.5]],
    ['24.5 hours', 'Australia/Lord_Howe', '2026-04-05T00:00Z', [22, 23, 24.5]],
    ['22 hours', 'Antarctica/Troll', '2026-03-29T12:00Z', [21, 21.5, 22]],
  ])('fill a day of %s', (_length, timeZone, noon, end) => {
    const hours = inHours(borders('day', at(noon), timeZone))
    expect(hours).toHaveLength(25)
    expect(hours.slice(0, 20)).toEqual(hoursTo(20))
    expect(hours.slice(-3)).toEqual(end)
  })

  test('follow the change of clocks within a week', () => {
    const times = borders('week', at('2026-03-10T12:00Z'), 'America/New_York')
    expect(inHours(times)).toEqual([0, 23, 47, 71, 95, 119, 143, 167])
  })

  test('begin where clocks skip midnight', () => {
    const times = borders('day', at('2025-03-30T10:00Z'), 'Asia/Beirut')
    expect(times[0]).toBe(at('2025-03-29T22:00Z'))
    expect(times.at(-1)).toBe(at('2025-03-30T21:00Z'))
  })

  test('always ascend and hold the moment', () => {
    fc.assert(
      fc.property(period, time, zone, (any, moment, timeZone) => {
        const times = borders(any, moment, timeZone)
        expect(times).toHaveLength(COUNTS[any] + 1)
        expect(times.every((border, index) => index === 0 || border > times[index - 1]!)).toBe(true)
        expect(times[0]! <= moment && moment < times.at(-1)!).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('of a day and a week begin and end at local midnight', () => {
    fc.assert(
      fc.property(fc.constantFrom('day', 'week'), time, zone, (any, moment, timeZone) => {
        const { from, to } = windowOf(any, moment, timeZone)
        for (const end of [from, to]) expect(wallTime(end, timeZone) % (24 * HOUR)).toBe(0)
      }),
    )
  })
})

test('windows of days and weeks follow one another without a gap', () => {
  fc.assert(
    fc.property(fc.constantFrom('day', 'week'), time, zone, (any, moment, timeZone) => {
      const { from, to } = windowOf(any, moment, timeZone)
      expect(windowOf(any, to, timeZone).from).toBe(to)
      expect(windowOf(any, from - 1, timeZone).to).toBe(from)
    }),
  )
})

test('windows of hours go on and back over every change of clocks', () => {
  fc.assert(
    fc.property(time, zone, (moment, timeZone) => {
      const { from, to } = windowOf('hour', moment, timeZone)
      expect(windowOf('hour', to, timeZone).to).toBeGreaterThan(to)
      expect(windowOf('hour', from - 1, timeZone).from).toBeLessThan(from)
    }),
  )
})

test('the last hour ends with the last full five minutes', () => {
  const times = lastHourBorders(at('2026-01-01T10:07:30Z'))
  expect([times[0], times.at(-1)]).toEqual([at('2026-01-01T09:05Z'), at('2026-01-01T10:05Z')])
  expect(times).toHaveLength(13)
})

test.each([
  [startOfDay, '2026-03-11T04:00Z'],
  [startOfWeek, '2026-03-08T05:00Z'],
  [startOfMonth, '2026-03-01T05:00Z'],
])('%o in New York', (start, expected) => {
  expect(start(at('2026-03-12T03:59Z'), 'America/New_York')).toBe(at(expected))
})
