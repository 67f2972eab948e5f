import type { Cycle } from './account.ts'

/** How much of a cycle has to be over before its pace means anything, ms. */
const LEAST_MS = 86_400_000

/** Where a cycle's traffic ends at its pace so far: used up early, or with so many bytes left. */
export type Forecast = { endsAt: number } | { left: number; at: number }

/**
 * Extrapolates the pace of a cycle; undefined where that is impossible: without a quota, before a
 * day has passed, or when nothing or everything is used. Bytes and ms; `end` is the account's.
 */
export function forecastOf(
  { from, to }: Cycle,
  { used, quota }: { used: number; quota: number | null },
  { now, end }: { now: number; end: number },
): Forecast | undefined {
  const passed = now - from
  const at = Math.min(to, end)
  if (quota === null || used <= 0 || used >= quota || passed < LEAST_MS || at <= now)
    return undefined
  const pace = used / passed
  const endsAt = now + (quota - used) / pace
  return endsAt < at ? { endsAt } : { left: quota - used - pace * (at - now), at }
}
