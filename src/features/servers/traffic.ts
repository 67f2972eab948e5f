import { startOfDay, startOfMonth, startOfWeek, windowOf } from '#rules/calendar.ts'

/** A server's traffic so far, bytes. */
export type Traffic = { today: number; week: number; month: number }

/**
 * The borders, ms, between which a server's traffic is requested once to show today, the week and
 * the month so far. They change at midnight only, so that answers can be cached.
 */
export function trafficBorders(now: number, timeZone: string): number[] {
  const starts = [startOfDay, startOfWeek, startOfMonth].map((start) => start(now, timeZone))
  const { to } = windowOf('day', now, timeZone)
  return [...new Set([...starts, to])].toSorted((a, b) => a - b)
}

/** Sums up the bytes between those borders. */
export function trafficOf(bytes: readonly number[], now: number, timeZone: string): Traffic {
  const borders = trafficBorders(now, timeZone)
  const since = (start: number) =>
    bytes.reduce((sum, amount, at) => ((borders[at] ?? 0) >= start ? sum + amount : sum), 0)
  return {
    today: since(startOfDay(now, timeZone)),
    week: since(startOfWeek(now, timeZone)),
    month: since(startOfMonth(now, timeZone)),
  }
}
