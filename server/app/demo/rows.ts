import type { CompiledQuery, Insertable, Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'

type Tx = Transaction<Tables>
type Name = keyof Tables

// Few sizes, so that few statements are prepared, and wide tables stay within the limits.
const SIZES = [500, 50, 10, 1]

/** Inserts many rows fast: each statement is prepared once and then only filled. */
export function startWriter() {
  const statements = new Map<string, CompiledQuery>()

  /** Inserts rows that all name the same columns. */
  async function insert<Table extends Name>(
    tx: Tx,
    table: Table,
    rows: readonly Insertable<Tables[Table]>[],
  ): Promise<void> {
    if (!rows[0]) return
    const columns = Object.keys(rows[0])
    const values = rows.flatMap((row) => {
      const cells = new Map(Object.entries(row))
      return columns.map((column) => cells.get(column))
    })
    await insertFlat(tx, table, columns, values)
  }

  /** Inserts rows given as one list of values, column after column, row after row. */
  async function insertFlat(
    tx: Tx,
    table: Name,
    columns: readonly string[],
    values: readonly unknown[],
  ): Promise<void> {
    const width = columns.length
    let at = 0
    for (const size of SIZES)
      for (; values.length - at >= size * width; at += size * width) {
        const statement = statements.getOrInsertComputed(`${table} ${columns} ${size}`, () =>
          compiled(tx, table, columns, size),
        )
        await tx.executeQuery({ ...statement, parameters: values.slice(at, at + size * width) })
      }
  }

  return { insert, insertFlat }
}

/** The writer of a demo's rows. */
export type Writer = ReturnType<typeof startWriter>

function compiled(tx: Tx, table: Name, columns: readonly string[], size: number): CompiledQuery {
  const row = Object.fromEntries(columns.map((column) => [column, 0]))
  // Only the text of the statement is used, so any values do.
  return tx
    .insertInto(table)
    .values(Array<never>(size).fill(row as never))
    .compile()
}
