import type { PeerTraffic } from './counters.ts'

/** When to read counters next, so that an end is noticed without being far exceeded. */
export type Pace = {
  /** Records what passed just now. */
  note: (traffic: readonly PeerTraffic[]) => void
  /** The wait after a reading that took `cost` ms, ms. */
  next: (cost: number) => number
}

const LOOK_MS = 500
const MIN_MS = 50
/** Reading takes at most this fraction of the time. */
const SHARE = 4

/** `left` is what an account may still pass, in bytes. */
export function openPace(left: (key: string) => number): Pace {
  let notedAt = performance.now()
  let soonest = Infinity

  return { note, next }

  function note(traffic: readonly PeerTraffic[]): void {
    const now = performance.now()
    const spent = Math.min(Math.max(1, now - notedAt), 2 * LOOK_MS)
    notedAt = now
    const sums = new Map<string, number>()
    for (const { key, up, down } of traffic) sums.set(key, (sums.get(key) ?? 0) + up + down)
    for (const [key, bytes] of sums) {
      const rest = left(key)
      if (rest > 0 && bytes > 0) soonest = Math.min(soonest, (rest / bytes) * spent)
    }
  }

  function next(cost: number): number {
    const wait = Math.max(MIN_MS, cost * SHARE, Math.min(LOOK_MS, soonest))
    soonest = Infinity
    return Math.min(wait, LOOK_MS)
  }
}
