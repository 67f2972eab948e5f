import { type Expression, sql, type SqlBool } from 'kysely'
import { casesOf, folded } from './letterCase.ts'

/** Whether a column contains a text, case-sensitive. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  // `like` ignores case in one of the databases.
  return sql`replace(${column}, cast(${text} as text), '') <> ${column}`
}

/** The same, case-insensitive in every alphabet. */
export function containsAnyCase(
  column: Expression<string | null>,
  text: string,
): Expression<SqlBool> {
  // Lower case is twice as fast, and makes both databases ignore case alike.
  let letters = sql<string>`lower(${column})`
  // The embedded database lowers the letters of English alone, and so does PostgreSQL with the locale C.
  for (const [letter, forms] of new Map(casesOf(text)))
    for (const form of forms) letters = sql`replace(${letters}, ${form}, ${letter})`
  const wanted = folded(text)
  const plain = sql<SqlBool>`${letters} like lower(cast(${`%${wanted}%`} as text))`
  if (!/[%_\\]/.test(text)) return plain
  const pattern = patternOf(wanted)
  return sql`${letters} like lower(cast(${pattern} as text)) escape '\\'`
}

/** The pattern of what contains a text, for `like … escape '\\'`. */
export const patternOf = (text: string) => `%${text.replaceAll(/[%_\\]/g, '\\$&')}%`

/** The text of a search, or undefined. NUL occurs in no text and is an error in a database. */
export function searched(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim()
}
