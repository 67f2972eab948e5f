/** Remembers the salts of requests, none of which may come twice. SIP022 3.1.5. */
export type Salts = {
  /** Whether this salt came in the last 60 s; it has from now on. */
  isReplay: (salt: Buffer) => boolean
}

/** A request is taken for 30 s before and after the time it names. */
const WINDOW_MS = 60_000

/**
 * Opens an exact memory of salts, as the specification asks: nothing new is taken for a replay.
 *
 * Two maps take turns, each for as long as the window: a map from which one is deleted again and again
 * is copied almost each time.
 */
export function openSalts(now = () => performance.now()): Salts {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let turnedAt = now()

  return { isReplay }

  function isReplay(salt: Buffer): boolean {
    const at = now()
    const name = salt.toString('latin1')
    if (at - turnedAt >= WINDOW_MS) turn(at)
    const seenAt = current.get(name) ?? previous.get(name)
    if (seenAt !== undefined && at - seenAt < WINDOW_MS) return true
    current.set(name, at)
    return false
  }

  function turn(at: number): void {
    previous = at - turnedAt < 2 * WINDOW_MS ? current : new Map()
    current = new Map()
    turnedAt = at
  }
}
