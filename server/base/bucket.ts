/** An allowance that is spent at once and comes back with time. */
export type Bucket = {
  /** Spends so much of it; false, and nothing is spent, where less is left. */
  take: (amount?: number) => boolean
}

/**
 * Starts full. `burst` is the most it holds, `perSecond` how much of that comes back in a second
 * (token bucket); `elapsed` is a clock in ms that never jumps.
 */
export function openBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  elapsed = () => performance.now(),
): Bucket {
  let left = burst
  let at = elapsed()
  return {
    take(amount = 1) {
      const time = elapsed()
      left = Math.min(burst, left + ((time - at) / 1_000) * perSecond)
      at = time
      if (amount > left) return false
      left -= amount
      return true
    },
  }
}
