import { dateFormat, relativeFormat } from '#rules/formats.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** A moment as exactly as a person wants it: the time today, else the date too; the year where it is another. */
export function momentText(time: number, locale: string, now = Date.now()): string {
  const sameDay = new Date(time).toDateString() === new Date(now).toDateString()
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return dateFormat(locale, {
    ...(sameDay ? {} : { month: 'short', day: 'numeric' }),
    ...(sameYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)
}

/** The time of the day of a moment. */
export const clockText = (time: number, locale: string): string =>
  dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time)

/** A moment to the second, as the tooltip of a relative one. */
export function exactText(time: number, locale: string): string {
  return dateFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(time)
}

/** How far away a moment is: "in 3 days", "5 minutes ago". */
export function relativeText(time: number, locale: string, now = Date.now()): string {
  const format = relativeFormat(locale)
  const distance = time - now
  const size = Math.abs(distance)
  if (size < MINUTE_MS) return format.format(Math.round(distance / 1000), 'second')
  if (size < HOUR_MS) return format.format(Math.round(distance / MINUTE_MS), 'minute')
  if (size < DAY_MS) return format.format(Math.round(distance / HOUR_MS), 'hour')
  if (size < 60 * DAY_MS) return format.format(Math.round(distance / DAY_MS), 'day')
  return format.format(Math.round(distance / (30 * DAY_MS)), 'month')
}
