import { type Database, changesOf } from './database.ts'
import type { Tables } from './tables.ts'

/** What a total counts: rows of these tables that fulfil conditions, which `name` tells apart. */
type Counted = { name: string; from: readonly (keyof Tables)[] }

type CachedTotal = { at: number; changes: number; total: Promise<number> }

/** How long a total is given again: only another process can have made it wrong. */
const CACHE_MS = 1_000
/** How many totals are kept per database. */
const MAX_CACHED = 200
const cached = new WeakMap<Database, Map<string, CachedTotal>>()

/**
 * A total that takes a look at every row, counted once a second for all who ask, and again as soon
 * as this process has written to one of the tables.
 *
 * `name` holds every condition, the group above all: what one may see another may not. Nothing is
 * kept inside of a transaction.
 */
export async function keepTotal(
  db: Database,
  { name, from }: Counted,
  count: () => Promise<number>,
): Promise<number> {
  const changes = changesOf(db)?.of(from)
  if (changes === undefined) return count()
  const totals = cached.getOrInsertComputed(db, () => new Map())
  const known = totals.get(name)
  const now = performance.now()
  if (known && known.changes === changes && now - known.at < CACHE_MS) return known.total
  // What is read while something is being written counts as read before.
  const total = count()
  totals.delete(name)
  totals.set(name, { at: now, changes, total })
  total.catch(() => totals.delete(name))
  for (const oldest of totals.keys()) {
    if (totals.size <= MAX_CACHED) break
    totals.delete(oldest)
  }
  return total
}
