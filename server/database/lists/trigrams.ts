import { type Expression, PostgresAdapter, sql, type SqlBool } from 'kysely'
import type { Database } from '../database.ts'
import { patternOf } from './search.ts'

/**
 * Whether a search is one statement, which PostgreSQL answers from its index of trigrams
 * (`migrations/038-trigrams.ts`): shorter texts have none.
 */
export function hasTrigrams(db: Database, text: string): boolean {
  return [...text].length > 2 && db.getExecutor().adapter instanceof PostgresAdapter
}

/** The size of the one slice that holds every row: ids of PostgreSQL have 32 bits. */
export const ALL_ROWS = 2 ** 31

/** Whether a column contains a text, case-sensitive, as PostgreSQL finds it in the index. */
export function containsIndexed(column: Expression<string>, text: string): Expression<SqlBool> {
  return sql`${column} like cast(${patternOf(text)} as text) escape '\\'`
}
