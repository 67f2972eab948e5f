/** How long to wait before another try, ms. */
export type Backoff = { next: () => number; reset: () => void }

const FIRST_MS = 1_000
const LAST_MS = 60_000

/**
 * Doubles from a second to a minute. Each pause is drawn between half of it and all of it, so that a
 * hundred nodes do not come at once when a console is back.
 */
export function openBackoff(random = Math.random): Backoff {
  let pause = FIRST_MS
  return {
    next() {
      const drawn = pause * (0.5 + random() / 2)
      pause = Math.min(pause * 2, LAST_MS)
      return drawn
    },
    reset: () => void (pause = FIRST_MS),
  }
}

/**
 * How long to wait where the console said no, ms. It may think again: a node can be taken back, and
 * an old database can be followed by the newer one.
 */
export const pauseAfterRefusal = (reason: string): number =>
  reason === 'duplicate' ? LAST_MS : 10 * LAST_MS
