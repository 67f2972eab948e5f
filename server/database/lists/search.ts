import { type Expression, sql, type SqlBool } from 'kysely'

/** Whether a column contains a text in the very letters that were typed. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  // `like` ignores case in one of the databases.
  return sql`replace(${column}, cast(${text} as text), '') <> ${column}`
}

/** The same in any letter case. */
export function containsAnyCase(
  column: Expression<string | null>,
  text: string,
): Expression<SqlBool> {
  // Twice as fast, and both databases ignore case alike once it is gone.
  const plain = sql<SqlBool>`lower(${column}) like lower(cast(${`%${text}%`} as text))`
  if (!/[%_\\]/.test(text)) return plain
  const pattern = `%${text.replaceAll(/[%_\\]/g, '\\$&')}%`
  return sql`lower(${column}) like lower(cast(${pattern} as text)) escape '\\'`
}

/** What somebody searches for, or nothing. A NUL is in no text and upsets a database. */
export function searched(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim()
}
