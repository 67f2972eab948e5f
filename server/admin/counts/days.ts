import { startOfDay } from '#rules/calendar.ts'
import { wallTime } from '#rules/zone.ts'

const DAY_MS = 86_400_000

/** The names of the days between two moments; `to` is the last ms of each. */
export function daysBetween(start: number, end: number, timeZone: string) {
  const days: { date: string; from: number; to: number }[] = []
  // Noon exists on every day, whatever daylight saving does at night.
  for (let noon = startOfDay(start, timeZone) + DAY_MS / 2; ; noon += DAY_MS) {
    const from = startOfDay(noon, timeZone)
    if (from > end) return days
    const next = startOfDay(noon + DAY_MS, timeZone)
    const date = new Date(wallTime(noon, timeZone)).toISOString().slice(0, 10)
    days.push({ date, from: Math.max(from, start), to: Math.min(next - 1, end) })
  }
}
