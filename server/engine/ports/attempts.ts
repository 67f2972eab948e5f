import type { Attempt, AttemptReason } from '../plane.ts'
import { clientOf } from '../../network/client.ts'
import { type Outcomes, openOutcomes } from './outcomes.ts'

/** Recent client attempts on each port; held in memory only, and never written to disk. */
export type Attempts = {
  note(key: string, reason: AttemptReason, address: string, skewMs?: number): void
  /** What was recorded after `since` (ms), oldest first. */
  read(key: string, since: number): Attempt[]
  /** What they add up to for each server. */
  outcomes: Outcomes
}

/** Stored per key; the oldest are evicted. */
const PER_KEY = 20
/** Stored in all, some 20 MB; the keys idle for longest are evicted. */
const IN_ALL = 100_000
/** An attempt after a longer pause starts a new row, and is counted from 1. */
const PAUSE_MS = 60_000
/** Client addresses are personal data. */
const FORGET_MS = 15 * 60_000

type Noted = Attempt & { client: string }

/**
 * Opens the store of attempts; one note examines no more than 20 others.
 *
 * Two maps take turns, each for `FORGET_MS` or half of `inAll`, whichever comes first: a map of
 * many keys from which one is deleted again and again is copied almost each time.
 */
export function openAttempts(now = Date.now, inAll = IN_ALL): Attempts {
  let current = new Map<string, Noted[]>()
  let previous = new Map<string, Noted[]>()
  let held = 0
  let turnedAt = now()
  const outcomes = openOutcomes(() => Math.round(now()))

  return { note, read, outcomes }

  function note(key: string, reason: AttemptReason, address: string, skewMs?: number): void {
    // A clock set to the console's has fractions.
    const at = Math.round(now())
    if (held >= inAll / 2 || at - turnedAt >= FORGET_MS) turn(at)
    if (reason === 'connected') outcomes.heard(key)
    const client = clientOf(address)
    const list = listOf(key)
    const index = list.findIndex((one) => one.reason === reason && one.client === client)
    const [existing] = index === -1 ? [] : list.splice(index, 1)
    const count = existing && at - existing.at < PAUSE_MS ? existing.count + 1 : 1
    list.push({ reason, at, count, address, client, ...(skewMs !== undefined && { skewMs }) })
    if (list.length > PER_KEY) list.shift()
    else if (!existing) held += 1
  }

  function listOf(key: string): Noted[] {
    const existing = current.get(key)
    if (existing) return existing
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
