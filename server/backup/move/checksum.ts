import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Kind, Table } from './schema.ts'
import { type Value, walk } from './walk.ts'

/** The checksum of a table: equal contents have equal checksums, whichever database they are in. */
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

/** A value as text, unique to it: type, length where it varies, content. */
export function encoded(kind: Kind, value: Value): string {
  if (value === null) return '-'
  if (typeof value === 'string') return `${kind}${value.length}:${value}`
  // Negative zero exists on one database only, and is never visible.
  if (typeof value === 'number') return `${kind}${String(value)};`
  return `${kind}${value.length}:${Buffer.from(value).toString('hex')}`
}
