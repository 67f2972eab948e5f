import { setImmediate } from 'node:timers/promises'
import type { Database } from './database.ts'

/** A range of ids, both ends included. */
export type Slice = { from: number; to: number }

/** How long an answer is used, ms: without a check, and while it is being recomputed. */
type Age = { fresh: number; usable: number }

/** An overview is a minute and a half old at most. Spec 2. */
const OVERVIEW: Age = { fresh: 30_000, usable: 90_000 }
/** How many answers are cached per database. */
const MAX_REMEMBERED = 100

/**
 * All rows as slices of so many ids, yielding in between: the embedded database has one thread,
 * which one long statement would block. There is at least one slice.
 */
export async function* slicesOf(
  db: Database,
  table: 'account' | 'user' | 'placedOrder',
  size: number,
): AsyncGenerator<Slice> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from <= (last ?? 0); from += size) {
    if (from > 0) await setImmediate()
    yield { from, to: from + size - 1 }
  }
}

type Answer = { at: number; value: unknown; next: Promise<unknown> | undefined }
const remembered = new WeakMap<Database, Map<string, Answer>>()

/**
 * An answer that takes many slices: computed once for concurrent callers, and cached for half a
 * minute; up to a minute and a half while it is recomputed; or as long as `age` says. An answer
 * from one slice is not cached, so that a small shop sees everything at once.
 */
export async function remember<Value>(
  db: Database,
  name: string,
  workOut: () => Promise<{ value: Value; slices: number }>,
  { fresh, usable }: Age = OVERVIEW,
): Promise<Value> {
  const answers = remembered.getOrInsertComputed(db, () => new Map())
  const cached = answers.get(name)
  const age = cached ? performance.now() - cached.at : Infinity
  // The name determines the type of the value cached under it.
  if (cached && age < fresh) return cached.value as Value
  const next = (cached?.next as Promise<Value> | undefined) ?? begin()
  if (cached && age < usable) {
    // Callers after a failure get the error; this one has an answer.
    next.catch(() => {})
    return cached.value as Value
  }
  return next

  function begin(): Promise<Value> {
    const working = workOut().then(
      ({ value, slices }) => {
        if (slices > 1) answers.set(name, { at: performance.now(), value, next: undefined })
        else answers.delete(name)
        return value
      },
      (error: unknown) => {
        answers.delete(name)
        throw error
      },
    )
    const at = cached?.at ?? -Infinity
    answers.delete(name)
    answers.set(name, { at, value: cached?.value, next: working })
    // The least recently used is evicted.
    for (const oldest of answers.keys()) {
      if (answers.size <= MAX_REMEMBERED) break
      answers.delete(oldest)
    }
    return working
  }
}
