const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The delays before a failed delivery is retried, by number of failures; ms. */
const RETRY_DELAYS_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
]

/** How often the provider is polled about an unpaid order, by its age; ms. Older ones are not polled. */
const ASKING = [
  { age: 10 * MINUTE_MS, every: 30 * SECOND_MS },
  { age: 2 * HOUR_MS, every: 3 * MINUTE_MS },
  { age: DAY_MS, every: HOUR_MS },
  { age: 7 * DAY_MS, every: 6 * HOUR_MS },
]

/** How long after a payment its provider is asked whether any of it went back; ms. */
const LOOKS_MS = [
  HOUR_MS,
  6 * HOUR_MS,
  ...[1, 3, 7, 14, 30, 45, 60, 90, 120, 150, 180].map((days) => days * DAY_MS),
]

/**
 * When a provider is asked next whether any of a payment went back; null once nobody can dispute it
 * any more. Notices are quicker, but may be lost, or never set up.
 */
export function nextLookAt(paidTime: number, now: number): number | null {
  const age = LOOKS_MS.find((look) => paidTime + look > now)
  return age === undefined ? null : paidTime + age
}

/** When a delivery is retried after so many failures. A paid order is never given up. */
export function nextDelivery(failures: number, now: number): number {
  return now + (RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 2 * SECOND_MS)
}

/**
 * When the provider is polled next about an unpaid order; null when it is too old for that.
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
