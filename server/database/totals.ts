import { cached, type Cached } from './cached.ts'
import type { Database } from './database.ts'

/** How long a total is cached, ms: only another process can have made it stale. */
const CACHE_MS = 1_000

/**
 * A total that scans every row, counted once a second for all callers, and again as soon as this
 * process has written to one of the tables.
 */
export function cacheTotal(
  db: Database,
  counted: Pick<Cached, 'name' | 'from'>,
  count: () => Promise<number>,
): Promise<number> {
  return cached(db, { ...counted, maxAgeMs: CACHE_MS, toleratesOthers: true }, count)
}
