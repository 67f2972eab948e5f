import { type Database, changesOf } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * A cache entry: an answer read from these tables; its name holds everything else it depends on.
 */
export type Cached = {
  /** Every condition, the group above all: admins of different groups see different rows. */
  name: string
  from: readonly (keyof Tables)[]
  /** How old it may be, ms: for what changes by time alone. */
  maxAgeMs?: number
  /** Whether it may reach that age even if another process has written meanwhile. */
  toleratesOthers?: boolean
}

type Known = { at: number; changes: number; value: Promise<unknown> }

/** How many answers are cached per database. */
const MAX_CACHED = 200
const answers = new WeakMap<Database, Map<string, Known>>()

/**
 * Caches an answer until one of its tables is written to. Callers must not change it.
 *
 * Nothing is cached inside a transaction, which sees what others do not, nor where writes of other
 * processes are not noticed.
 */
export async function cached<Value>(
  db: Database,
  { name, from, maxAgeMs = Infinity, toleratesOthers = false }: Cached,
  read: () => Promise<Value>,
): Promise<Value> {
  const seen = changesOf(db)
  if (!seen) return read()
  if (seen.others?.notices(from)) {
    const looking = seen.others.look()
    if (looking) await looking
  } else if (!toleratesOthers) return read()
  const changes = seen.of(from)
  const entries = answers.getOrInsertComputed(db, () => new Map())
  const last = entries.get(name)
  const now = performance.now()
  // The name determines the type of the value cached under it.
  if (last && last.changes === changes && now - last.at < maxAgeMs) return last.value as Value
  // What is read during a write counts as read before it.
  const value = read()
  entries.delete(name)
  entries.set(name, { at: now, changes, value })
  value.catch(() => entries.delete(name))
  for (const oldest of entries.keys()) {
    if (entries.size <= MAX_CACHED) break
    entries.delete(oldest)
  }
  return value
}
