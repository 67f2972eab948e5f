import { startOfDay } from '#rules/calendar.ts'
import { momentOf } from '#rules/zone.ts'
import { Refusal } from '../../base/refusal.ts'

const DAY_MS = 86_400_000

/**
 * Parses a time of the filter, in ms: a number, a day, or a day with a time.
 *
 * A day alone is its beginning as `start` and its last ms as `end`; days and times without a zone
 * are of `timeZone`. Empty is no limit.
 */
export function momentTyped(
  text: string | undefined,
  name: 'start' | 'end',
  timeZone: string,
): number | undefined {
  if (!text) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(text) && text.includes('T')
  const wall = Date.parse(zoned ? text : `${text}${text.includes('T') ? 'Z' : 'T00:00Z'}`)
  const day = Date.parse(`${text.slice(0, 10)}T00:00Z`)
  // February 30 would be read as March 2.
  const exists = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10))
  if (Number.isNaN(wall) || !exists) throw new Refusal(400, `querystring/${name} must be a moment`)
  if (zoned) return wall
  if (text.includes('T')) return momentOf(wall, timeZone)
  return name === 'start' ? momentOf(wall, timeZone) : momentOf(wall + DAY_MS, timeZone) - 1
}

/**
 * From when renewals are looked for where no start was chosen: 30 days, today included. Each order
 * is held against its owner's others, which takes long for those of all years.
 */
export function renewalsFrom(now: number, timeZone: string): number {
  return startOfDay(startOfDay(now, timeZone) + DAY_MS / 2 - 29 * DAY_MS, timeZone)
}
