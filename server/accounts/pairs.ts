import { type Expression, sql, SqliteAdapter, type SqlBool } from 'kysely'
import type { Database } from '../database.ts'

/** Whether a search is answered from the index of letter pairs (`migrations/searching.ts`). */
export function hasPairs(db: Database, text: string): boolean {
  return [...text].length > 1 && db.getExecutor().adapter instanceof SqliteAdapter
}

/**
 * Whether an account's password, port or owner's address contains a text of two letters or more,
 * asked of the index of letter pairs.
 *
 * Either what the index names is fetched, or (`along`) the accounts are gone along in the order
 * that is asked for, until a page of them was met.
 */
export function containingPairs(text: string, along: boolean): Expression<SqlBool> {
  const letters = [...text]
  // The embedded database lowers no other letters either.
  const address = letters.map((letter) => letter.replace(/[A-Z]/, (big) => big.toLowerCase()))
  // A plus keeps SQLite from looking a column up.
  const plus = sql.raw(along ? '+' : '')
  return sql`(${plus}"account"."id" in
      (select rowid from "accountPairs" where "accountPairs" match ${phrase(letters)})
    or ${plus}"account"."userId" in
      (select rowid from "userPairs" where "userPairs" match ${phrase(address)}))`
}

/** Every two neighbours, one after another. */
function phrase(letters: readonly string[]): string {
  const pairs = letters.slice(1).map((letter, at) => Buffer.from(`${letters[at]}${letter}`))
  return `"${pairs.map((pair) => pair.toString('hex')).join(' ')}"`
}
