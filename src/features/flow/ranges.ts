import { borders, type ChartPeriod, startOfDay, startOfMonth, windowOf } from '#rules/calendar.ts'
import type { Covered } from '#ui/chartOptions.ts'

/** What a chart can show: a calendar's hour, day or week, or so much time until now. */
export type Range = ChartPeriod | 'last24h' | 'last7d' | 'last30d' | 'last12m'

/** The ranges that end now. */
export const ROLLING = ['last24h', 'last7d', 'last30d', 'last12m'] as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How the slots of a range are named. */
export const COVERED: Record<Range, Covered> = {
  hour: 'hour',
  day: 'day',
  week: 'week',
  last24h: 'day',
  last7d: 'week',
  last30d: 'month',
  last12m: 'year',
}

/** Whether a range is one of a calendar, which the server cuts by itself. */
export const isCalendar = (range: Range): range is ChartPeriod =>
  range === 'hour' || range === 'day' || range === 'week'

/** The borders of a range's slots, ms; a rolling one ends with the slot that `time` lies in. */
export function rangeBorders(range: Range, time: number, tz: string): number[] {
  if (isCalendar(range)) return borders(range, time, tz)
  if (range === 'last24h') {
    const end = windowOf('hour', time, tz).to
    return Array.from({ length: 25 }, (_, at) => end - (24 - at) * HOUR_MS)
  }
  // From the middle of a slot, so that a day of 23 or 25 hours is no other day.
  const [count, startOf, length] =
    range === 'last12m'
      ? ([12, startOfMonth, 30 * DAY_MS] as const)
      : ([range === 'last7d' ? 7 : 30, startOfDay, DAY_MS] as const)
  const starts = [startOf(startOf(time, tz) + 1.5 * length, tz)]
  while (starts.length <= count) starts.unshift(startOf((starts[0] ?? 0) - length / 2, tz))
  return starts
}

/**
 * What is known of the period before: null for months that began before `since`, ms, of which only a
 * part may be kept. Undefined where nothing is known, or nothing was carried.
 */
export function comparable(
  borders: readonly number[],
  values: readonly number[] | undefined,
  since: number,
): readonly (number | null)[] | undefined {
  const known = values && unless(values, (_bytes, at) => (borders[at] ?? 0) < since)
  return known?.some((bytes) => bytes) ? known : undefined
}

/** The bytes of slots, but null for a 0 that nobody knows to be one: of months before `since`, ms. */
export const certain = (borders: readonly number[], values: readonly number[], since: number) =>
  unless(values, (bytes, at) => bytes === 0 && (borders[at] ?? 0) < since)

/** The same list where all is known, as a new one is drawn from scratch. */
const unless = (
  values: readonly number[],
  isUnknown: (bytes: number, at: number) => boolean,
): readonly (number | null)[] =>
  values.some(isUnknown) ? values.map((bytes, at) => (isUnknown(bytes, at) ? null : bytes)) : values
