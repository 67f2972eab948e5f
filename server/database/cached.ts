import { type Database, changesOf } from './database.ts'
import type { Tables } from './tables.ts'

/** What is kept: an answer of these tables under a name that holds all it depends on besides. */
export type Cached = {
  /** Every condition, the group above all: what one may see another may not. */
  name: string
  from: readonly (keyof Tables)[]
  /** How old it may be, ms: for what time alone changes. */
  maxAgeMs?: number
  /** Whether it may be as old as that, too, where another process has written meanwhile. */
  toleratesOthers?: boolean
}

type Known = { at: number; changes: number; value: Promise<unknown> }

/** How many answers are kept per database. */
const MAX_CACHED = 200
const answers = new WeakMap<Database, Map<string, Known>>()

/**
 * What was read once, for all who ask, until one of its tables is written to. Whoever gets it may
 * not change it.
 *
 * Nothing is kept inside of a transaction, which sees what others do not, nor where writes of other
 * processes are not noticed.
 */
export async function cached<Value>(
  db: Database,
  { name, from, maxAgeMs = Infinity, toleratesOthers = false }: Cached,
  read: () => Promise<Value>,
): Promise<Value> {
  const seen = changesOf(db)
  if (!seen || !(seen.isComplete || toleratesOthers)) return read()
  const changes = seen.of(from)
  const known = answers.getOrInsertComputed(db, () => new Map())
  const last = known.get(name)
  const now = performance.now()
  // The name says what kind of value is kept under it.
  if (last && last.changes === changes && now - last.at < maxAgeMs) return last.value as Value
  // What is read while something is being written counts as read before.
  const value = read()
  known.delete(name)
  known.set(name, { at: now, changes, value })
  value.catch(() => known.delete(name))
  for (const oldest of known.keys()) {
    if (known.size <= MAX_CACHED) break
    known.delete(oldest)
  }
  return value
}
