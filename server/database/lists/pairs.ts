import { setImmediate as others } from 'node:timers/promises'
import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Database } from '../database.ts'

/** Whether a search is answered from the index of letter pairs (`migrations/searching.ts`). */
export function hasPairs(db: Database, text: string): boolean {
  return [...text].length > 1 && db.getExecutor().adapter instanceof SqliteAdapter
}

/** A text of two letters or more as a query of the index of letter pairs. */
export function pairsOf(text: string): string {
  const letters = [...text]
  const pairs = letters.slice(1).map((letter, at) => Buffer.from(`${letters[at]}${letter}`))
  return `"${pairs.map((pair) => pair.toString('hex')).join(' ')}"`
}

/** The same, case-insensitive. */
export function pairsOfAnyCase(text: string): string {
  // SQLite lowercases no other letters either.
  return pairsOf(text.replaceAll(/[A-Z]/g, (big) => big.toLowerCase()))
}

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
