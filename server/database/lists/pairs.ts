import { SqliteAdapter } from 'kysely'
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
