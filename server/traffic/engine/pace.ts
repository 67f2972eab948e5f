import type { Delta } from './marks.ts'

/** Ten gigabits in a second: what one account carries at most, wherever it is. */
const MAX_BYTES_PER_MS = 1_250_000
/** More than clocks and lines are wrong by, ms. */
const SLACK_MS = 10_000

/**
 * Lets through what can have passed in the time since a key was read before; what is more than that
 * is said by a machine that lies, and is left out for good.
 */
export function openPace(cut: (key: string, bytes: number) => void, now = () => performance.now()) {
  const keys = new Map<string, { at: number; credit: number }>()
  let begun = -Infinity

  return { begin, take }

  /** Says that all counters were read so many ms ago; the first time counts. */
  function begin(agoMs = 0): void {
    if (begun === -Infinity) begun = now() - agoMs
  }

  /** A delta as far as it can be, with whether its port was asked for here. */
  function take(told: Delta, isOrdered = false): Delta {
    const delta = isOrdered ? { ...told, isOrdered } : told
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
