import type { TimeWindow } from '#rules/calendar.ts'
import { dateFormat } from '#rules/formats.ts'
import type { Range } from './ranges.ts'

const FORMATS = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
} as const

/** Names a window for a person: the hours, the day, or the first and last day. */
export function windowText(
  range: Range,
  { from, to }: TimeWindow,
  locale: string,
  timeZone: string,
): string {
  const isTimed = range === 'hour' || range === 'last24h'
  const format = dateFormat(locale, {
    ...FORMATS[range === 'day' ? 'day' : isTimed ? 'hour' : 'week'],
    timeZone,
  })
  if (range === 'day') return format.format(from)
  return format.formatRange(from, isTimed ? to : to - 1)
}
