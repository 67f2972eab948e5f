import type { Schema } from '#contract'
import type { TimeWindow } from '#rules/calendar.ts'
import { dateFormat } from '#rules/formats.ts'

const FORMATS = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
} as const

/** Names a window for a person: the hours, the day, or the first and last day of the week. */
export function windowText(
  type: Schema<'Period'>,
  { from, to }: TimeWindow,
  locale: string,
  timeZone: string,
): string {
  const format = dateFormat(locale, { ...FORMATS[type], timeZone })
  if (type === 'day') return format.format(from)
  return format.formatRange(from, type === 'week' ? to - 1 : to)
}
