import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { openDatabase } from '../../database/database.ts'
import { migrate } from '../../database/migrations/migrate.ts'

/** How values of a column are read, written and compared. */
export type Kind = 'integer' | 'number' | 'text' | 'bytes'

export type Column = { name: string; kind: Kind }

/** A table of the shop, as both databases have it. */
export type Table = {
  name: string
  columns: Column[]
  /** Columns of the primary key, in its order. */
  key: Column[]
  /** Whether the database numbers its rows by `id`. */
  isNumbered: boolean
  /** How many rows the migrations put into it. */
  seeded: number
}

/** Tables that describe the database itself, and nothing of the shop. */
const OF_THE_DATABASE = [
  'kysely_migration',
  'kysely_migration_lock',
  'databaseMove',
  'databaseMoveProgress',
]

const KINDS: Record<string, Kind> = {
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'number',
  text: 'text',
  blob: 'bytes',
}

/**
 * Every table of the shop, referenced tables before those that reference them. Read from a database
 * that the migrations have just made in memory, so that no table can be missed.
 */
export async function shopTables(): Promise<Table[]> {
  const db = openDatabase(':memory:')
  try {
    await migrate(db)
    const { rows } = await sql<{ name: string }>`select name from pragma_table_list
      where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`.execute(
      db,
    )
    const names = rows.map(({ name }) => name).filter((name) => !OF_THE_DATABASE.includes(name))
    const parents = new Map<string, string[]>()
    for (const name of names) parents.set(name, await parentsOf(db, name))
    return await Promise.all(inOrder(names, parents).map((name) => describe(db, name)))
  } finally {
    await db.destroy()
  }
}

/** Topological sort: each name after everything it depends on. */
function inOrder(names: readonly string[], parents: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const add = (name: string) => {
    if (done.has(name)) return
    for (const parent of parents.get(name) ?? []) if (parent !== name) add(parent)
    done.add(name)
  }
  for (const name of names) add(name)
  return [...done]
}

async function parentsOf(db: Database, table: string): Promise<string[]> {
  const named = sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`
  return (await named.execute(db)).rows.map((row) => row.table)
}

async function describe(db: Database, name: string): Promise<Table> {
  const found = await sql<{ name: string; type: string; pk: number }>`
    select name, type, pk from pragma_table_info(${name}) order by cid`.execute(db)
  const columns = found.rows.map((row) => ({ ...row, kind: kindOf(name, row) }))
  const plain = (column: Column): Column => ({ name: column.name, kind: column.kind })
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`)
  const made = await sql<{ text: string }>`
    select sql as text from sqlite_schema where name = ${name}`.execute(db)
  const seeded = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)}`.execute(db)
  return {
    name,
    columns: columns.map(plain),
    key: key.map(plain),
    isNumbered: /autoincrement/i.test(made.rows[0]?.text ?? ''),
    seeded: seeded.rows[0]?.count ?? 0,
  }
}

function kindOf(table: string, column: { name: string; type: string }): Kind {
  const kind = KINDS[column.type.toLowerCase()]
  if (!kind) throw new Error(`How is ${column.type} of ${table}.${column.name} moved?`)
  return kind
}
