import { type Expression, sql, type SqlBool } from 'kysely'

/** Whether a column contains a text in the very letters that were typed. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  // `like` ignores case in one of the databases and wants escaping in both.
  return sql`replace(${column}, cast(${text} as text), '') <> ${column}`
}

/** The same in any letter case. */
export function containsAnyCase(
  column: Expression<string | null>,
  text: string,
): Expression<SqlBool> {
  const lower = sql<string>`lower(${column})`
  return sql`replace(${lower}, lower(cast(${text} as text)), '') <> ${lower}`
}

/** What somebody searches for, or nothing. A NUL is in no text and upsets a database. */
export function searched(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '').trim()
}
