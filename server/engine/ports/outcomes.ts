import type { Outcome } from '../outcome.ts'
import { idsIn } from '../portKey.ts'

/** How customers' own connections through each server fare, without whose they are and where to. */
export type Outcomes = {
  /** The answers of a target reached a client. */
  heard(key: string): void
  /** A target of a client was reached. */
  reached(key: string, place: string): void
  /** One was not: its name was not found, or it did not answer. */
  lost(key: string, place: string): void
  read(): Outcome[]
}

type Seen = {
  heardAt: number
  reachedAt: number
  lostAt: number
  /** Times since one was last reached. */
  losses: number
  /** What was lost since then. */
  lost: Set<string>
  /** What was reached earlier and is lost since then. */
  missed: Set<string>
  accounts: Set<number>
  /** What was reached, the latest last. */
  known: Set<string>
}

/** More make no difference to what is concluded from them. */
const MOST_LOST = 16
const MOST_KNOWN = 256

/** Starts with nothing known; in memory only. */
export function openOutcomes(now: () => number): Outcomes {
  const servers = new Map<number, Seen>()

  return {
    heard: (key) => void (seenOf(key).heardAt = now()),
    reached(key, place) {
      const seen = seenOf(key)
      seen.reachedAt = now()
      seen.losses = 0
      for (const some of [seen.lost, seen.missed, seen.accounts]) some.clear()
      seen.known.delete(place)
      seen.known.add(place)
      const [oldest = ''] = seen.known
      if (seen.known.size > MOST_KNOWN) seen.known.delete(oldest)
    },
    lost(key, place) {
      const seen = seenOf(key)
      seen.lostAt = now()
      seen.losses += 1
      if (seen.lost.size < MOST_LOST) seen.lost.add(place)
      if (seen.known.has(place)) seen.missed.add(place)
      if (seen.accounts.size < MOST_LOST) seen.accounts.add(idsIn(key).accountId)
    },
    read: () =>
      [...servers].map(([serverId, { lost, missed, accounts, known: _, ...times }]) => ({
        serverId,
        ...times,
        lost: lost.size,
        missed: missed.size,
        accounts: accounts.size,
      })),
  }

  function seenOf(key: string): Seen {
    return servers.getOrInsertComputed(idsIn(key).serverId, () => ({
      heardAt: 0,
      reachedAt: 0,
      lostAt: 0,
      losses: 0,
      lost: new Set(),
      missed: new Set(),
      accounts: new Set(),
      known: new Set(),
    }))
  }
}
