import { SqliteAdapter } from 'kysely'
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
