import { describe, expect, test } from 'vitest'
import { portions } from '../../../server/accounts/flow/portions.ts'
import { leftOn, type Quota, quotaOf, usedOn } from '../../../server/accounts/quota/quota.ts'
import { chartBorders, lastHour, pieBorders, zoneOf } from '../../../server/accounts/flow/slots.ts'
import { sumsBySlot, sourceOf, stretchesOf } from '../../../server/accounts/flow/source.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Thursday. */
const MIDNIGHT = Date.UTC(2026, 0, 15)
const NOON = MIDNIGHT + 12 * HOUR

describe('the table a chart is read from', () => {
  const of = (borders: number[], now = NOON, homeZone = 'UTC') =>
    sourceOf(borders, { now, homeZone })

  test('has the longest slots that fit all borders', () => {
    expect(of([MIDNIGHT - DAY, MIDNIGHT])).toBe('flowDay')
    expect(of([MIDNIGHT - DAY, MIDNIGHT, NOON])).toBe('flowHour')
    expect(of([MIDNIGHT, MIDNIGHT + HOUR])).toBe('flowHour')
    expect(of([MIDNIGHT, MIDNIGHT + HOUR + 5 * MINUTE])).toBe('flow5min')
    expect(of([MIDNIGHT])).toBe('flowDay')
  })

  test('has days only as they are cut at home', () => {
    const tokyo = MIDNIGHT - 9 * HOUR
    expect(of([tokyo - DAY, tokyo], NOON, 'Asia/Tokyo')).toBe('flowDay')
    expect(of([MIDNIGHT - DAY, MIDNIGHT], NOON, 'Asia/Tokyo')).toBe('flowHour')
    const kolkata = MIDNIGHT - 5.5 * HOUR
    expect(of([kolkata - DAY, kolkata])).toBe('flow5min')
  })

  test('still keeps the first border', () => {
    const hours = [MIDNIGHT, MIDNIGHT + HOUR]
    expect(of(hours, MIDNIGHT + 60 * DAY)).toBe('flowHour')
    // Days are all there is, and are longer than these slots.
    expect(of(hours, MIDNIGHT + 60 * DAY + 1)).toBe('flow5min')
    const week = [MIDNIGHT, MIDNIGHT + 7 * DAY]
    expect(of(week, MIDNIGHT + 400 * DAY)).toBe('flowDay')
    expect(of(week, MIDNIGHT + 400 * DAY + 1)).toBe('flow5min')
  })

  test('is the finest that is stored where none fits, if its slots are not longer', () => {
    const odd = [MIDNIGHT + 1, MIDNIGHT + DAY + 1]
    expect(of(odd, MIDNIGHT + 7 * DAY + 1)).toBe('flow5min')
    expect(of(odd, MIDNIGHT + 7 * DAY + 2)).toBe('flowHour')
    expect(of(odd, MIDNIGHT + 60 * DAY + 2)).toBe('flowDay')
    const short = [MIDNIGHT + 1, MIDNIGHT + DAY + 1, MIDNIGHT + 2 * DAY]
    expect(of(short, MIDNIGHT + 60 * DAY + 2)).toBe('flow5min')
    expect(of([NOON + 1, NOON + 2], NOON + 3)).toBe('flow5min')
  })
})

describe('stretches', () => {
  test('are as long as all slots allow, in whole five minutes', () => {
    expect(stretchesOf([7, 7 + HOUR, 7 + 3 * HOUR])).toEqual({ origin: 7, grain: HOUR })
    expect(stretchesOf([HOUR, 0, 90 * MINUTE])).toEqual({ origin: 0, grain: 30 * MINUTE })
    const five = { origin: 0, grain: 5 * MINUTE }
    expect(stretchesOf([7, 8])).toEqual(five)
    expect(stretchesOf([7, 7])).toEqual(five)
    expect(stretchesOf([0, 7 * MINUTE])).toEqual(five)
  })

  test('are dealt out to the slot they begin in, and outside to none', () => {
    const sums = [9, 10, 19, 20, 29, 30].map((time, at) => ({ time, bytes: 10 ** at }))
    expect(sumsBySlot([10, 20, 30], sums)).toEqual([110, 11_000])
    expect(sumsBySlot([10, 20, 30], [])).toEqual([0, 0])
    expect(sumsBySlot([10], sums)).toEqual([])
  })
})

describe('the requested borders', () => {
  test('are of a period around a moment, by default around now', () => {
    const today = chartBorders({ type: 'day' }, NOON, 'UTC')
    expect([today.length, today[0], today.at(-1)]).toEqual([25, MIDNIGHT, MIDNIGHT + DAY])
    const before = chartBorders({ type: 'day', time: [MIDNIGHT - 1, NOON] }, NOON, 'UTC')
    expect(before[0]).toBe(MIDNIGHT - DAY)
    expect(chartBorders({ type: 'hour' }, NOON + 1, 'Asia/Kolkata')[0]).toBe(NOON - 30 * MINUTE)
  })

  test('are the listed ones where no period is named, if there are two', () => {
    expect(chartBorders({ time: [1, 2] }, NOON, 'UTC')).toEqual([1, 2])
    expect(chartBorders({ time: [1] }, NOON, 'UTC')).toEqual([])
    expect(chartBorders({}, NOON, 'UTC')).toEqual([])
    const latest = 8.64e15 - 14 * DAY
    expect(chartBorders({ time: [1, 8.64e15] }, NOON, 'UTC')).toEqual([1, latest])
    expect(chartBorders({ time: [1, latest - 1] }, NOON, 'UTC')).toEqual([1, latest - 1])
  })

  test('of a pie are those of a day by default', () => {
    const day = [MIDNIGHT, MIDNIGHT + DAY]
    expect(pieBorders({}, NOON, 'UTC')).toEqual(day)
    expect(pieBorders({ type: 'day', time: [MIDNIGHT] }, 0, 'UTC')).toEqual(day)
    expect(pieBorders({ type: 'hour' }, NOON + 1, 'UTC')).toEqual([NOON, NOON + HOUR])
    const sunday = MIDNIGHT - 4 * DAY
    expect(pieBorders({ type: 'week' }, NOON, 'UTC')).toEqual([sunday, sunday + 7 * DAY])
    const [from = 0, to = 0] = pieBorders({ time: [8.64e15] }, NOON, 'UTC')
    expect(to - from).toBe(DAY)
  })

  test('of the last hour end with the last full five minutes', () => {
    const { all, minutes } = lastHour(NOON + 10 * MINUTE - 1)
    expect([all[0], all.at(-1)]).toEqual([NOON - 55 * MINUTE, NOON + 5 * MINUTE])
    expect(minutes).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 0])
  })

  test('are in the zone that is named, which has to be one', () => {
    expect(zoneOf(undefined, 'Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(zoneOf('Europe/London', 'Asia/Tokyo')).toBe('Europe/London')
    const refusal = { status: 400, reason: 'querystring/tz must be the name of a time zone' }
    // As browsers say where they know of none.
    expect(zoneOf('Etc/Unknown', 'Asia/Tokyo')).toBe('Asia/Tokyo')
    expect(() => zoneOf('', 'UTC')).toThrow(expect.objectContaining(refusal))
  })
})

describe('a quota', () => {
  const quota: Quota = {
    flow: 1_000,
    flowPack: 0,
    shared: false,
    raw: new Map([
      [1, 10],
      [2, 101],
      [9, 7],
    ]),
    scales: new Map([
      [1, 1],
      [2, 0.5],
      [3, 0],
    ]),
  }

  test('charges one server or all of them, each rounded up, those gone as they are', () => {
    const used = [1, 2, 3, 9].map((id) => usedOn(quota, id))
    expect(used).toEqual([10, 51, 0, 7])
    expect(usedOn({ ...quota, shared: true }, 3)).toBe(68)
  })

  test('leaves what no other server has used, stored or on its way', () => {
    expect([1, 2, 3, 9].map((id) => leftOn(quota, id))).toEqual([990, 1_898, null, 993])
    const shared = { ...quota, shared: true, flowPack: 100 }
    expect(leftOn(shared, 1)).toBe(1_032)
    // Three more bytes on each server, one of which charges half.
    expect(leftOn(shared, 1, () => 3)).toBe(1_100 - 13 - 52 - 10)
    expect(leftOn(quota, 1, (id) => (id === 1 ? 989 : 5_000))).toBe(1)
    expect(leftOn(quota, 1, (id) => (id === 1 ? 990 : 0))).toBe(0)
    expect(leftOn({ ...quota, flow: 0 }, 1, () => 9_999)).toBe(null)
    expect(leftOn({ ...quota, flow: 1, raw: new Map() }, 1)).toBe(1)
  })

  test('counts what was used since the cycle began, by server', () => {
    const account = {
      expireTime: null,
      type: 3,
      cycleStart: NOON,
      cycles: 2,
      flow: 5,
      active: 1 as const,
    }
    const usage = [
      { serverId: 1, cycleFrom: NOON, bytes: 3, lastSeen: 0 },
      { serverId: 2, cycleFrom: NOON - 1, bytes: 4, lastSeen: 0 },
    ]
    const traffic = { servers: [], packs: [], bans: [], usage }
    const of = (multiServerFlow: number) =>
      quotaOf({ ...account, usageFrom: null, multiServerFlow }, traffic, NOON)
    expect(of(0)).toMatchObject({ flow: 5, shared: false, raw: new Map([[1, 3]]) })
    expect(of(1).shared).toBe(true)
    const endless = { ...account, type: 1, cycleStart: null, usageFrom: null, multiServerFlow: 0 }
    const since = [{ serverId: 1, cycleFrom: 0, bytes: 3, lastSeen: 0 }]
    const { raw } = quotaOf(endless, { ...traffic, usage: since }, NOON)
    expect(raw).toEqual(new Map([[1, 3]]))
  })
})

describe('rows written at once', () => {
  test.each([
    [0, []],
    [1, [1]],
    [10, [10]],
    [199, [50, 50, 50, 10, 10, 10, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    [461, [200, 200, 50, 10, 1]],
  ])('%d of them go in few sizes, each once', (many, sizes) => {
    const rows = Array.from({ length: many }, (_, at) => at)
    expect(portions(rows).map((part) => part.length)).toEqual(sizes)
    expect(portions(rows).flat()).toEqual(rows)
  })
})
