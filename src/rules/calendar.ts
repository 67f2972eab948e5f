import { momentOf, wallTime } from './zone.ts'

/** How much of the past one chart shows. */
export type ChartPeriod = 'hour' | 'day' | 'week'

/** A stretch of time, ms; `from` belongs to it, `to` does not. */
export type TimeWindow = { from: number; to: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * The borders of a chart's slots, in ascending order, one more than slots: an hour has 12 of five
 * minutes, a day 24 of an hour, a week 7 days from Sunday on. Hour, day and week are local ones.
 *
 * The hours of a day count from its local midnight. When clocks change, a longer day has a longer
 * last slot, and a shorter one ends in half-hour slots, so that the slots still fill it exactly.
 */
export function borders(period: ChartPeriod, time: number, timeZone: string): number[] {
  if (period === 'hour') {
    const start = time - remainder(wallTime(time, timeZone), HOUR_MS)
    return Array.from({ length: 13 }, (_, slot) => start + slot * 5 * MINUTE_MS)
  }
  if (period === 'week') {
    const sunday = wallSunday(time, timeZone)
    return Array.from({ length: 8 }, (_, slot) => momentOf(sunday + slot * DAY_MS, timeZone))
  }
  const midnight = wallMidnight(time, timeZone)
  const start = momentOf(midnight, timeZone)
  const end = momentOf(midnight + DAY_MS, timeZone)
  const starts = Array.from({ length: 24 }, (_, slot) =>
    Math.min(start + slot * HOUR_MS, end - (24 - slot) * 30 * MINUTE_MS),
  )
  return [...starts, end]
}

/** The borders of the twelve slots of five minutes that are over most lately. */
export function lastHourBorders(time: number): number[] {
  const end = time - remainder(time, 5 * MINUTE_MS)
  return Array.from({ length: 13 }, (_, slot) => end - (12 - slot) * 5 * MINUTE_MS)
}

/** The local hour, day or week that a moment lies in. */
export function windowOf(period: ChartPeriod, time: number, timeZone: string): TimeWindow {
  const all = borders(period, time, timeZone)
  return { from: all[0] ?? time, to: all.at(-1) ?? time }
}

/** When the local day of a moment began; midnight wherever clocks do not skip it. */
export function startOfDay(time: number, timeZone: string): number {
  return momentOf(wallMidnight(time, timeZone), timeZone)
}

/** When the local week of a moment began, on Sunday. */
export function startOfWeek(time: number, timeZone: string): number {
  return momentOf(wallSunday(time, timeZone), timeZone)
}

/** When the local month of a moment began. */
export function startOfMonth(time: number, timeZone: string): number {
  const wall = new Date(wallTime(time, timeZone))
  return momentOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1), timeZone)
}

function wallMidnight(time: number, timeZone: string) {
  const wall = wallTime(time, timeZone)
  return wall - remainder(wall, DAY_MS)
}

function wallSunday(time: number, timeZone: string) {
  const midnight = wallMidnight(time, timeZone)
  return midnight - new Date(midnight).getUTCDay() * DAY_MS
}

/** Unlike `%`, never below 0, so that times before 1970 round down too. */
const remainder = (time: number, step: number) => time - Math.floor(time / step) * step
