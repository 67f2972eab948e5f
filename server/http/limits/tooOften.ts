import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Limit } from './attempts.ts'
import { endOfFull } from './fullCounts.ts'

/**
 * The refusal of what was tried too often, with the word the contract lists and, below the published
 * addresses, with how long it lasts: until the last of these limits that are used up ends.
 */
export function tooOften(db: Database, now: number, limits: readonly Limit[], word = ''): Refusal {
  const ends = limits.map((limit) => endOfFull(db, now, limit)).filter((end) => end !== undefined)
  // What was used up a moment ago and is not any more may be tried at once.
  const left = Math.max(0, ...ends.map((end) => end - now))
  return new Refusal(403, word, { code: word || 'too often', retryAfter: Math.ceil(left / 1000) })
}
