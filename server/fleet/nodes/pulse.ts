const KEPT_ROUNDS = 8
/** The furthest moment a date can be, ms: what is further is no clock. */
const MAX_TIME = 8.64e15

type Round = { roundTripMs: number; skewMs: number }

/** How long the way to a node is and how its clock is set, measured from this side. */
export type Pulse = {
  /** Begins a round; the number is to come back. */
  begin: () => number
  /** Ends a round with the node's clock, ms; false for one that was never begun, and for no time. */
  end: (round: number, theirTime: number) => boolean
  /** As well as is known; undefined before the first round. */
  measured: () => Round | undefined
}

/**
 * The node's clock is compared with the middle of a round. The shortest of the last rounds is
 * believed: half of its length is all it can be wrong by.
 */
export function openPulse(now = Date.now, elapsed = () => performance.now()): Pulse {
  const begun = new Map<number, { at: number; elapsed: number }>()
  const rounds: Round[] = []
  let last = 0
  return {
    begin() {
      last += 1
      begun.set(last, { at: now(), elapsed: elapsed() })
      begun.delete(last - KEPT_ROUNDS)
      return last
    },
    end(round, theirTime) {
      const start = begun.get(round)
      begun.delete(round)
      if (!start || !(Math.abs(theirTime) <= MAX_TIME)) return false
      const roundTripMs = elapsed() - start.elapsed
      rounds.push({ roundTripMs, skewMs: theirTime - (start.at + roundTripMs / 2) })
      if (rounds.length > KEPT_ROUNDS) rounds.shift()
      return true
    },
    measured() {
      const best = rounds.toSorted((a, b) => a.roundTripMs - b.roundTripMs)[0]
      return (
        best && {
          roundTripMs: Math.round(rounds.at(-1)?.roundTripMs ?? 0),
          skewMs: Math.round(best.skewMs),
        }
      )
    },
  }
}
