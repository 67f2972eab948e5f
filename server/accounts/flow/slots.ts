import { borders, type ChartPeriod, lastHourBorders } from '#rules/calendar.ts'
import { isTimeZone } from '#rules/zone.ts'
import { Refusal } from '../../base/refusal.ts'

/** The parameters of a chart or a pie. */
export type ChartQuery = { type?: ChartPeriod; time?: number[]; tz?: string }

/** The tables of traffic, by the length of their slots. */
export type FlowTableName = 'flow5min' | 'flowHour' | 'flowDay'

/** Where a chart is read: `flowMonth` stands for the days there are, and the months before them. */
export type FlowSource = FlowTableName | 'flowMonth'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** No date is later than 8.64e15; a week and a zone beyond this one still are dates. */
const LAST_MS = 8.64e15 - 14 * DAY_MS

/** The length of a slot of each table, ms. */
export const STEP: Readonly<Record<FlowTableName, number>> = {
  flow5min: 5 * MINUTE_MS,
  flowHour: 60 * MINUTE_MS,
  flowDay: DAY_MS,
}

/** How long the sums of months are complete, ms: the year before the last 12 months, and more. */
export const MONTHS_KNOWN_MS = 800 * DAY_MS

/** From the start of a month at home to a moment that lies in that month in every zone, ms. */
export const MID_MONTH_MS = 14 * DAY_MS

/** The retention of each table, ms; what is past it in days or of servers is added to months. */
export const RETENTION_MS: Readonly<Record<FlowSource | 'serverFlow' | 'nodeFlow', number>> = {
  flow5min: 7 * DAY_MS,
  flowHour: 60 * DAY_MS,
  flowDay: 400 * DAY_MS,
  /** From the start of a month on, which is a month at most. */
  flowMonth: MONTHS_KNOWN_MS + 31 * DAY_MS,
  serverFlow: 400 * DAY_MS,
  /** More than a calendar month, in any zone. */
  nodeFlow: 40 * DAY_MS,
}

/** The start of the five minutes or the hour a moment lies in. */
export function slotStart(table: 'flow5min' | 'flowHour', time: number): number {
  return time - (time % STEP[table])
}

/** What browsers say where the device names no zone they know. */
const UNKNOWN = 'Etc/Unknown'

/** The zone a caller names, or who names none. Refuses one that nobody knows with 400. */
export function zoneOf(tz: string | undefined, otherwise: string): string {
  if (tz === undefined || tz === UNKNOWN) return otherwise
  if (!isTimeZone(tz)) throw new Refusal(400, 'querystring/tz must be the name of a time zone')
  return tz
}

/** The borders of a chart's slots, one more than slots; empty for none. */
export function chartBorders(
  { type, time = [] }: ChartQuery,
  now: number,
  timeZone: string,
): number[] {
  const times = time.map((moment) => Math.min(moment, LAST_MS))
  if (type) return borders(type, times[0] ?? now, timeZone)
  return times.length >= 2 ? times : []
}

/** The two borders of a pie: of an hour, a day or a week, or the outer ones that were named. */
export function pieBorders({ type, time = [] }: ChartQuery, now: number, timeZone: string) {
  if (!type && time.length >= 2)
    return [Math.min(...time, LAST_MS), Math.min(Math.max(...time), LAST_MS)]
  const all = borders(type ?? 'day', Math.min(time[0] ?? now, LAST_MS), timeZone)
  return [all[0] ?? now, all.at(-1) ?? now]
}

/** The slots of the last full hour, and the minutes they start at on the clocks of a zone. */
export function lastHour(now: number): { all: number[]; minutes: number[] } {
  const all = lastHourBorders(now)
  return { all, minutes: all.slice(0, -1).map((start) => Math.floor(start / MINUTE_MS) % 60) }
}
