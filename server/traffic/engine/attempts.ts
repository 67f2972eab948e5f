import type { Attempt, AttemptReason } from '../../base/plane.ts'
import { clientOf } from '../../network/client.ts'

/** What clients met on each port lately; kept in memory alone, and never written down. */
export type Attempts = {
  note(key: string, reason: AttemptReason, address: string): void
  /** What was noted after `since` (ms), oldest first. */
  read(key: string, since: number): Attempt[]
}

/** Kept of one key; the oldest give way. */
const PER_KEY = 20
/** Kept in all, some 20 MB; what was quiet for longest gives way. */
const IN_ALL = 100_000
/** What comes after a longer pause is another row of attempts, and is counted anew. */
const PAUSE_MS = 60_000
/** Client addresses are personal data. */
const FORGET_MS = 15 * 60_000

type Noted = Attempt & { client: string }

/**
 * Opens the memory of attempts; one note costs a look at no more than 20 others.
 *
 * Two maps take turns, each for `FORGET_MS` or half of `inAll`, whichever comes first: a map of many
 * keys from which one is taken out again and again is copied almost each time.
 */
export function openAttempts(now = Date.now, inAll = IN_ALL): Attempts {
  let current = new Map<string, Noted[]>()
  let previous = new Map<string, Noted[]>()
  let held = 0
  let turnedAt = now()

  return { note, read }

  function note(key: string, reason: AttemptReason, address: string): void {
    // A clock set to the console's has fractions.
    const at = Math.round(now())
    if (held >= inAll / 2 || at - turnedAt >= FORGET_MS) turn(at)
    const client = clientOf(address)
    const list = listOf(key)
    const index = list.findIndex((one) => one.reason === reason && one.client === client)
    const [known] = index === -1 ? [] : list.splice(index, 1)
    const count = known && at - known.at < PAUSE_MS ? known.count + 1 : 1
    list.push({ reason, at, count, address, client })
    if (list.length > PER_KEY) list.shift()
    else if (!known) held += 1
  }

  function listOf(key: string): Noted[] {
    const known = current.get(key)
    if (known) return known
    const list = previous.get(key) ?? []
    current.set(key, list)
    held += list.length
    return list
  }

  function turn(at: number): void {
    previous = current
    current = new Map()
    held = 0
    turnedAt = at
  }

  function read(key: string, since: number): Attempt[] {
    const from = Math.max(since, now() - FORGET_MS)
    const list = current.get(key) ?? previous.get(key) ?? []
    return list.filter(({ at }) => at > from).map(({ client: _, ...attempt }) => attempt)
  }
}
