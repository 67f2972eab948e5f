import type { Delta } from './marks.ts'

/** Ten gigabits per second in bytes: the most one account carries, wherever it is. */
const MAX_BYTES_PER_MS = 1_250_000
/** More than clocks and lines are off by, ms. */
const SLACK_MS = 10_000

/**
 * Accepts what can have passed in the time since a key was last read; a larger amount comes from a
 * faulty or dishonest machine, and is left out permanently.
 */
export function limitRate(
  cut: (key: string, bytes: number) => void,
  now = () => performance.now(),
) {
  const keys = new Map<string, { at: number; credit: number }>()
  let begun = -Infinity

  return { begin, take }

  /** Records that all counters were read so many ms ago; the first time counts. */
  function begin(agoMs = 0): void {
    if (begun === -Infinity) begun = now() - agoMs
  }

  /** A delta, limited to what is possible. */
  function take(delta: Delta): Delta {
    const { key, up, down } = delta
    const at = now()
    const before = keys.get(key) ?? { at: begun, credit: SLACK_MS * MAX_BYTES_PER_MS }
    const credit = before.credit + (at - before.at) * MAX_BYTES_PER_MS
    const bytes = Math.min(up + down, Math.floor(credit))
    keys.set(key, { at, credit: Math.min(credit - bytes, Number.MAX_SAFE_INTEGER) })
    if (bytes === up + down) return delta
    cut(key, up + down - bytes)
    const counted = Math.min(up, bytes)
    return { ...delta, up: counted, down: bytes - counted, isCut: true }
  }
}
