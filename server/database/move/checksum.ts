import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Kind, Table } from './schema.ts'
import { type Value, walk } from './walk.ts'

/** What a table holds: equal contents have equal sums, whichever database they are in. */
export type Contents = { rows: number; sum: string }

/** Counts the rows of a table and makes their SHA-256, hex, in the order of the primary key. */
export async function contentsOf(db: Kysely<Tables>, table: Table): Promise<Contents> {
  const hash = createHash('sha256')
  const kinds = table.columns.map(({ kind }) => kind)
  let rows = 0
  for await (const slice of walk(db, table)) {
    rows += slice.length
    for (const row of slice)
      hash.update(row.map((value, at) => encoded(kinds[at]!, value)).join(''))
  }
  return { rows, sum: hash.digest('hex') }
}

/** A value as text, so that no two rows are written alike: kind, length where it varies, content. */
export function encoded(kind: Kind, value: Value): string {
  if (value === null) return '-'
  if (typeof value === 'string') return `${kind}${value.length}:${value}`
  // Zero has a sign on one database only, which nobody can see.
  if (typeof value === 'number') return `${kind}${String(value)};`
  return `${kind}${value.length}:${Buffer.from(value).toString('hex')}`
}
