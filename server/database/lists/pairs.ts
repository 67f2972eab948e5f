import { setImmediate as others } from 'node:timers/promises'
import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Database } from '../database.ts'
import { casesOf } from './letterCase.ts'

/** Whether a search is answered from the index of letter pairs (`migrations/searching.ts`). */
export function hasPairs(db: Database, text: string): boolean {
  return [...text].length > 1 && db.getExecutor().adapter instanceof SqliteAdapter
}

/** A text of two letters or more as a query of the index of letter pairs. */
export const pairsOf = (text: string): string =>
  phraseOf(hexPairs([...text].map((one) => [one])).flat())

/**
 * The same, case-insensitive. A text with letters beyond English finds rows that have its pairs
 * anywhere: they are compared with `containsAnyCase` as well.
 */
export function pairsOfAnyCase(text: string): string {
  // The index has all letters but those of English as they were written: SQLite lowers no others.
  const pairs = hexPairs(casesOf(text).map(([letter, forms]) => [letter, ...forms]))
  if (pairs.every(({ length }) => length === 1)) return phraseOf(pairs.flat())
  return `(${pairs.map((forms) => `(${forms.map((one) => `"${one}"`).join(' OR ')})`).join(' AND ')})`
}

const phraseOf = (pairs: readonly string[]) => `"${pairs.join(' ')}"`

/** The neighbours of a text, each in every combination of its letters' forms, in hex. */
const hexPairs = (letters: readonly (readonly string[])[]) =>
  letters
    .slice(1)
    .map((seconds, at) =>
      (letters[at] ?? []).flatMap((first) =>
        seconds.map((second) => Buffer.from(first + second).toString('hex')),
      ),
    )

/** Rows of an index's table from which on they name what was deleted: SQLite's own numbering. */
const TOMBSTONES = 2 ** 53
/** How many pages of an index are rewritten at a time. */
const SLICE_PAGES = 100

/**
 * Rewrites the index of people where some of them are gone, in slices: SQLite only marks what is
 * deleted from it, and would keep their letters until it merges that part.
 */
export async function forgetPairs(db: Kysely<Tables>): Promise<void> {
  const marked = sql<{ one: number }>`select 1 as "one" from "userPairs_data"
    where "id" >= ${TOMBSTONES} limit 1`
  let pages = -SLICE_PAGES
  while ((await marked.execute(db)).rows.length > 0) {
    const before = await changesOn(db)
    await sql`insert into "userPairs" ("userPairs", "rank") values ('merge', ${pages})`.execute(db)
    if ((await changesOn(db)) - before < 2) return
    pages = SLICE_PAGES
    await others()
  }
}

async function changesOn(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return Number(rows[0]?.n)
}
