const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long after a failure delivering is tried again, by how often it failed; ms. */
const DELAYS = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR]

/** How often an unpaid order is asked about, by its age; ms. Nobody asks about older ones. */
const ASKING = [
  { age: 10 * MINUTE, every: 30 * SECOND },
  { age: 2 * HOUR, every: 3 * MINUTE },
  { age: DAY, every: HOUR },
  { age: 7 * DAY, every: 6 * HOUR },
]

/** When delivering is tried again that failed so often. Money that came is never given up. */
export function nextDelivery(failures: number, now: number): number {
  return now + (DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 2 * SECOND)
}

/**
 * When the provider is asked next about an unpaid order; null when it is too old for that.
 *
 * Always at the moment it expires, so that it is closed then. Late payments are found for a week.
 */
export function nextAsk(
  { createTime, expireTime }: { createTime: number; expireTime: number | null },
  now: number,
): number | null {
  const step = ASKING.find(({ age }) => now - createTime < age)
  if (!step) return null
  const next = now + step.every
  return expireTime !== null && expireTime > now ? Math.min(next, expireTime) : next
}
