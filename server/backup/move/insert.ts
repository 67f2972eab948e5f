import { CompiledQuery, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Kind, Table } from './schema.ts'
import { isPostgres } from '../../database/database.ts'
import type { Row } from './walk.ts'

/** Parameters of a statement: below SQLite's limit. */
const MAX_PARAMETERS = 30_000

/** PostgreSQL's widest type of each kind. */
const TYPES: Record<Kind, string> = {
  integer: 'bigint',
  number: 'double precision',
  text: 'text',
  bytes: 'bytea',
}

/** Inserts rows as they are, ids included. */
export async function insertRows(
  tx: Transaction<Tables>,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  if (isPostgres(tx)) {
    const values = table.columns.map((_column, at) => rows.map((row) => row[at]))
    await tx.executeQuery(CompiledQuery.raw(byColumns(table), values))
    return
  }
  const many = Math.floor(MAX_PARAMETERS / table.columns.length)
  for (let at = 0; at < rows.length; at += many) {
    const part = rows.slice(at, at + many)
    await tx.executeQuery(CompiledQuery.raw(byRows(table, part.length), part.flat()))
  }
}

/** One parameter for each column, whatever the number of rows. */
function byColumns(table: Table): string {
  const lists = table.columns.map(({ kind }, at) => `$${at + 1}::${TYPES[kind]}[]`)
  return `${beginning(table)} select * from unnest(${lists.join(', ')})`
}

function byRows(table: Table, rows: number): string {
  const row = `(${table.columns.map(() => '?').join(', ')})`
  return `${beginning(table)} values ${Array.from({ length: rows }, () => row).join(', ')}`
}

const beginning = ({ name, columns }: Table) =>
  `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})`
