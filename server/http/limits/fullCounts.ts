import type { Database } from '../../database/database.ts'

/** How long a used-up limit is cached, ms: another process may uncount a try. */
const CACHE_MS = 1_000
/** The most entries; beyond them, tries are checked in the database. */
const MAX_CACHED = 10_000

type Limit = { key: string; most: number }
type Full = { most: number; from: number; until: number; end: number }

const noted = new WeakMap<Database, Map<string, Full>>()

/** Caches for a moment that no tries are left; the count itself ends at `until`, ms. */
export function cacheFull(db: Database, now: number, { key, most }: Limit, until: number): void {
  const full = noted.getOrInsertComputed(db, () => new Map<string, Full>())
  if (full.size >= MAX_CACHED) full.clear()
  full.set(key, { most, from: now, until: Math.min(until, now + CACHE_MS), end: until })
}

/** Whether it is cached that no tries are left. */
export function isCachedFull(db: Database, now: number, { key, most }: Limit): boolean {
  const full = noted.get(db)?.get(key)
  return full !== undefined && most <= full.most && full.from <= now && now < full.until
}

/** When a limit ends of which it is cached that no tries are left, ms; undefined for others. */
export function endOfFull(db: Database, now: number, limit: Limit): number | undefined {
  return isCachedFull(db, now, limit) ? noted.get(db)?.get(limit.key)?.end : undefined
}

/** Removes the entry: a try was uncounted. */
export function uncacheFull(db: Database, key: string): void {
  noted.get(db)?.delete(key)
}
