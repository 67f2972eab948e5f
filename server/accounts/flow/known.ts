import type { Database } from '../../database/database.ts'
import { findStored } from '../../database/settings/store.ts'
import { MONTHS_KNOWN_MS } from './slots.ts'

const DAY_MS = 86_400_000

/**
 * Since when everything that was counted is kept, at least by month, ms; undefined where that is not
 * known. Of a month that began before it only a part may be there.
 */
export async function monthsKnownSince(db: Database, now: number): Promise<number | undefined> {
  const stored = await findStored(db, 'monthlyFlow')
  // By the day, so that the answer is the same all day.
  return stored && Math.max(stored.since, now - (now % DAY_MS) - MONTHS_KNOWN_MS)
}
