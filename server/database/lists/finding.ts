import type { Expression, SqlBool } from 'kysely'
import { maxPage } from '#rules/paging.ts'
import { amongListed } from '../compiled.ts'
import type { Database } from '../database.ts'

/** How many a search counts; beyond that it reports `more`. */
export const MAX_COUNTED = 10_000

/** What a search found: ids in no order, each once, and whether there are more. */
export type Found = { ids: number[]; more: boolean }

/** How many ids a search collects for a page; the last one only shows that there are more. */
export function collectLimit({ page, pageSize }: { page: number; pageSize: number }): number {
  return Math.max(MAX_COUNTED, page * pageSize) + 1
}

/** The number of the last page, as far as it is known; where there is more, one after this page. */
export function lastPage(
  { total, more }: { total: number; more?: boolean },
  { page, pageSize }: { page: number; pageSize: number },
): number {
  return Math.max(maxPage(total, pageSize), more ? page + 1 : 0)
}

/** The collected rows as a result. */
export function foundAmong(ids: Iterable<number>, most: number): Found {
  const each = [...new Set(ids)]
  return { ids: each.slice(0, most - 1), more: each.length >= most }
}

/** Whether a column is one of many ids, more than a statement takes values. */
export function among(
  db: Database,
  column: Expression<number>,
  ids: readonly number[],
): Expression<SqlBool> {
  return amongListed(db, column, JSON.stringify(ids))
}
