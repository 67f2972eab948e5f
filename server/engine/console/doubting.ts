import { InvalidMessage } from '../protocol/parse.ts'
import type { Delta } from './marks.ts'

/** Ten gigabits per second in bytes: the most one account carries, wherever it is. */
const MAX_BYTES_PER_MS = 1_250_000

/** More than clocks and lines are off by, ms. */
const SLACK_MS = 10_000

/**
 * More ports than a machine can have counted for that this console did not order since it started:
 * those of a hundred thousand accounts, all used since anything of them was booked.
 */
const MOST = 100_000

/**
 * Bounds what is remembered of an engine that is doubted. What it counts for ports that were never
 * ordered is refused when it is booked; until then it takes memory, and keys can be invented without
 * end. The returned function throws `InvalidMessage` where there are too many.
 */
function limitStrangeKeys(
  wasWanted: (key: string) => boolean,
  most = MOST,
): (keys: Iterable<string>) => void {
  const strange = new Set<string>()
  return (keys) => {
    for (const key of keys) if (!wasWanted(key)) strange.add(key)
    if (strange.size <= most) return
    // Some were ordered since.
    for (const key of strange) if (wasWanted(key)) strange.delete(key)
    if (strange.size > most) throw new InvalidMessage('it counts for too many ports nobody ordered')
  }
}

/** Believes an engine that is doubted no more than can have passed, for ports that can be its own. */
export function openDoubting(
  cut: (key: string, bytes: number) => void,
  wasWanted: (key: string) => boolean,
) {
  const pace = limitRate(cut)
  const limit = limitStrangeKeys(wasWanted)
  return {
    /** Says that all counters were read so many ms ago; the first time counts. */
    begin: pace.begin,
    take(deltas: readonly Delta[]): Delta[] {
      limit(deltas.map(({ key }) => key))
      return deltas.map((delta) => {
        const isOrdered = wasWanted(delta.key)
        return { ...pace.take(delta), ...(isOrdered && { isOrdered }) }
      })
    },
  }
}

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
