import { describe, expect, test } from 'vitest'
import { gapsOf, labelled } from '#ui/chartOptions.ts'
import { certain, comparable, type Range, rangeBorders } from '#features/flow/ranges.ts'

describe('what a chart knows nothing of', () => {
  const borders = [0, 10, 20, 40]

  test('lies where it was between the borders, an open end up to the last', () => {
    expect(gapsOf(borders, [{ from: 5, to: 30 }])).toEqual([[0.5, 2.5]])
    expect(gapsOf(borders, [{ from: 10, to: 20 }])).toEqual([[1, 2]])
    expect(gapsOf(borders, [{ from: 35, to: null }])).toEqual([[2.75, 3]])
    // What goes on is not known to go on in the future, and is not over before it began.
    expect(gapsOf(borders, [{ from: 5, to: null }], 25)).toEqual([[0.5, 2.25]])
    expect(gapsOf(borders, [{ from: 5, to: 30 }], 25)).toEqual([[0.5, 2.5]])
    expect(gapsOf(borders, [{ from: 5, to: null }], 5)).toEqual([])
  })

  test('is one time where several overlap or meet', () => {
    const gaps = [
      { from: 15, to: 20 },
      { from: 0, to: 10 },
      { from: 5, to: 15 },
      { from: 30, to: 40 },
      { from: 32, to: 35 },
    ]
    expect(gapsOf(borders, gaps)).toEqual([
      [0, 2],
      [2.5, 3],
    ])
  })

  test('is cut off at the borders, and left out beyond them', () => {
    expect(gapsOf(borders, [{ from: -9, to: 99 }])).toEqual([[0, 3]])
    expect(gapsOf(borders, [{ from: -9, to: 0 }])).toEqual([])
    expect(gapsOf(borders, [{ from: 40, to: 50 }])).toEqual([])
    expect(gapsOf([], [{ from: 1, to: 2 }])).toEqual([])
  })
})

describe('a range until now', () => {
  // The clocks of Berlin go back on 25 October, at 03:00.
  const zone = 'Europe/Berlin'
  const now = Date.UTC(2026, 9, 27, 9, 20)
  const daysOf = (range: Range) =>
    rangeBorders(range, now, zone).map((time) => new Date(time).toISOString().slice(0, 16))

  test('has whole hours, the last of which is going on', () => {
    const all = rangeBorders('last24h', now, 'Asia/Kolkata')
    expect(all).toHaveLength(25)
    expect(new Date(all.at(-1)!).toISOString()).toBe('2026-10-27T09:30:00.000Z')
  })

  test('has local days, also where one has 25 hours', () => {
    expect(daysOf('last7d')).toEqual([
      '2026-10-20T22:00',
      '2026-10-21T22:00',
      '2026-10-22T22:00',
      '2026-10-23T22:00',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '2026-10-26T23:00',
      '2026-10-27T23:00',
    ])
    expect(rangeBorders('last30d', now, zone)).toHaveLength(31)
  })

  test('has local months, with the present one', () => {
    const all = daysOf('last12m')
    expect(all).toHaveLength(13)
    expect([all[0], all[5], all.at(-1)]).toEqual([
      '2025-10-31T23:00',
      '2026-03-31T22:00',
      '2026-10-31T23:00',
    ])
  })

  test('names about seven slots', () => {
    expect([12, 24, 7, 30].map((count) => labelled(count).length)).toEqual([6, 6, 7, 6])
  })
})

describe('what is known of months', () => {
  const borders = [10, 20, 30, 40]

  test('begins with the first that lies behind the moment as a whole', () => {
    expect(comparable(borders, [1, 2, 3], 10)).toEqual([1, 2, 3])
    expect(comparable(borders, [1, 2, 3], 11)).toEqual([null, 2, 3])
    expect(comparable(borders, [1, 2, 3], 20)).toEqual([null, 2, 3])
    expect(comparable(borders, [1, 2, 3], 21)).toEqual([null, null, 3])
    expect(comparable(borders, [0, 0, 3], 10)).toEqual([0, 0, 3])
  })

  test('is nothing to compare with where it is all unknown, or 0', () => {
    expect(comparable(borders, [1, 2, 3], 31)).toBeUndefined()
    expect(comparable(borders, [1, 0, 0], 20)).toBeUndefined()
    expect(comparable(borders, undefined, 0)).toBeUndefined()
  })

  test('leaves the bytes there are, and says of no 0 that it is one', () => {
    expect(certain(borders, [1, 0, 0], 21)).toEqual([1, null, 0])
    const all = [0, 1, 0]
    expect(certain(borders, all, 10)).toBe(all)
  })
})
