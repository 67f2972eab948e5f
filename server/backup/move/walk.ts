import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import type { Table } from './schema.ts'

/**
 * A value in transit: integers as their digits, for they may lie above 2^53; numbers with a
 * fraction, text and bytes as they are.
 */
export type Value = string | number | Uint8Array | null

/** The values of a row, in the order of the table's columns. */
export type Row = Value[]

/** A position in a table: the values of a primary key. */
export type Key = Value[]

type Options = {
  /** Begin after this row. */
  after?: Key | undefined
  /** How many rows are returned at a time. */
  size?: number
}

/** So many rows at most are read, and written in one transaction. */
const SLICE_ROWS = 5_000
/** How much of pictures and files a slice holds at most, bytes; a row is never split. */
const SLICE_BYTES = 8_000_000

/**
 * Iterates over a table in the order of its primary key, texts compared by their bytes: on both
 * databases the same rows come in the same order. Nothing may be written meanwhile.
 */
export async function* walk(
  db: Kysely<Tables>,
  table: Table,
  options: Options = {},
): AsyncGenerator<Row[]> {
  const { after, size = await sliceRows(db, table) } = options
  yield* isPostgres(db) ? byCursor(db, table, after, size) : byKey(db, table, after, size)
}

/** How many rows are a slice where each is as large as the largest. */
export async function sliceRows(
  db: Kysely<Tables>,
  { name, columns }: Table,
  most = SLICE_BYTES,
): Promise<number> {
  const lengths = columns
    .filter(({ kind }) => kind === 'bytes')
    // Both databases know the length of bytes without reading them.
    .map((column) => `coalesce(max(octet_length("${column.name}")), 0)`)
  if (lengths.length === 0) return SLICE_ROWS
  const text = `select cast(${lengths.join(' + ')} as integer) as "largest" from "${name}"`
  const { rows } = await db.executeQuery<{ largest: number }>(CompiledQuery.raw(text))
  const largest = Math.max(1, rows[0]?.largest ?? 0)
  return Math.min(SLICE_ROWS, Math.max(1, Math.floor(most / largest)))
}

/** The same slices, each read while the previous one is processed. */
export async function* ahead<Slice>(slices: AsyncGenerator<Slice>): AsyncGenerator<Slice> {
  try {
    for (let next = slices.next(); ;) {
      const { done, value } = await next
      if (done) return
      next = slices.next()
      // A caller that stops in the middle does not get the error.
      next.catch(() => {})
      yield value
    }
  } finally {
    await slices.return(undefined)
  }
}

/** The primary key of a row. */
export function keyOf(table: Table, row: Row): Key {
  return table.key.map(({ name }) => row[table.columns.findIndex((one) => one.name === name)]!)
}

/** Each slice by itself: SQLite's indexes have this order. */
async function* byKey(db: Kysely<Tables>, table: Table, after: Key | undefined, size: number) {
  for (let last = after; ;) {
    const text = `${selectionOf(db, table, last)} limit ${size}`
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, last ?? []))
    const slice = rows.map((row) => Object.values(row) as Row)
    if (slice.length > 0) yield slice
    if (slice.length < size) return
    last = keyOf(table, slice.at(-1)!)
  }
}

/** Sorted once: PostgreSQL's indexes follow the collation of the database. */
async function* byCursor(db: Kysely<Tables>, table: Table, after: Key | undefined, size: number) {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    const text = selectionOf(db, table, after)
    await tx.executeQuery(
      CompiledQuery.raw(`declare walking no scroll cursor for ${text}`, after ?? []),
    )
    for (;;) {
      const { rows } = await tx.executeQuery<object>(
        CompiledQuery.raw(`fetch ${size} from walking`),
      )
      const slice = rows.map((row) => Object.values(row) as Row)
      if (slice.length > 0) yield slice
      if (slice.length < size) return
    }
  } finally {
    await tx.rollback().execute()
  }
}

function selectionOf(db: Kysely<Tables>, table: Table, after: Key | undefined): string {
  const { name, columns, key } = table
  const read = columns.map((column) =>
    column.kind === 'integer'
      ? `cast("${column.name}" as text) as "${column.name}"`
      : `"${column.name}"`,
  )
  const bytewise = isPostgres(db) ? ' collate "C"' : ''
  const order = key.map(
    (column) => `"${name}"."${column.name}"${column.kind === 'text' ? bytewise : ''}`,
  )
  const place = (at: number) => (isPostgres(db) ? `$${at + 1}` : '?')
  const given = key.map(({ kind }, at) =>
    kind === 'integer' ? `cast(${place(at)} as bigint)` : place(at),
  )
  const begin = after ? `where (${order.join(', ')}) > (${given.join(', ')})` : ''
  return `select ${read.join(', ')} from "${name}" ${begin} order by ${order.join(', ')}`
}
