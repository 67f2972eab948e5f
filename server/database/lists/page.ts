import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** One page of a list: the ids on it in order, and how many there are over all pages. */
export type Page = { ids: number[]; total: number }

/**
 * Reads one page of the matching rows, and counts them.
 *
 * Without a search both are read from indexes. A search scans every row, so it does both at once.
 */
export async function cutPage<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, { id: number }>,
  count: () => Promise<number>,
  { page, pageSize, isSearch }: { page: number; pageSize: number; isSearch: boolean },
): Promise<Page> {
  const cut = matching.limit(pageSize).offset((page - 1) * pageSize)
  if (!isSearch) {
    const [rows, total] = await Promise.all([cut.execute(), count()])
    return { ids: rows.map(({ id }) => id), total }
  }
  const rows = await cut.select(sql<number>`count(*) over ()`.as('total')).execute()
  const [first] = rows
  // Beyond the last page there is no row to carry the total.
  const total = first?.total ?? (page === 1 ? 0 : await count())
  return { ids: rows.map(({ id }) => id), total }
}

/** Rows in the order of the page's ids. */
export function inOrder<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
