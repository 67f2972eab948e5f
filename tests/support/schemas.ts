import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { openDatabase } from '../../server/database/database.ts'
import { embedded } from '../../server/database/embedded.ts'
import type { Tables } from '../../server/database/tables.ts'

const files = import.meta.glob<Migration>('/server/database/migrations/[0-9]*.ts', { eager: true })
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [basename(path, '.ts'), migration]),
)

/** Every schema there was, oldest first, by the name of its last step. */
export const SCHEMAS = Object.keys(migrations).sort()

/** Brings an empty database to the schema of an older release. */
export async function migrateTo(db: Kysely<Tables>, schema: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(schema)
  if (error) throw error
}

const filled = new Map<string, Promise<FilledFile>>()
type FilledFile = { bytes: Buffer; before: Contents }

/** The file of an embedded database of an older release, with rows in every table: made once. */
export function filledFile(schema: string): Promise<FilledFile> {
  return filled.getOrInsertComputed(schema, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
    const file = join(folder, 'sluice.db')
    const db = openDatabase(`file:${file}`)
    await migrateTo(db, schema)
    const before = await fillSchema(db, schema)
    await db.destroy()
    const bytes = await readFile(file)
    await rm(folder, { recursive: true })
    return { bytes, before }
  })
}

/** Tables that describe the database itself. */
const NOT_FILLED = /^(kysely_|sqlite_|databaseMove)/

type Row = Record<string, string | number | null>
/** The rows of a table, by its name. */
export type Contents = Record<string, Row[]>

/**
 * A row or more in every table of a schema: with references that hold, and an order that was paid,
 * delivered and booked. Returns what it put there.
 */
export async function fillSchema(db: Kysely<Tables>, schema: string): Promise<Contents> {
  const filled: Contents = {}
  for (const table of await tablesOf(schema)) {
    const own = ROWS[table.name] ?? [{}]
    filled[table.name] = own.map((given) => {
      const columns = table.columns.filter(({ name }) => !(name in given))
      const rest = columns.map((column) => [column.name, valueOf(column, table.name, filled)])
      const known = Object.entries(given).filter(([name]) =>
        table.columns.some((column) => column.name === name),
      )
      return Object.fromEntries([...known, ...rest]) as Row
    })
    for (const row of filled[table.name]!)
      await db
        .insertInto(table.name as 'user')
        .values(row as never)
        .execute()
  }
  return filled
}

/** The rows of these tables that are as they were put there. */
export async function contentsOf(db: Kysely<Tables>, of: Contents): Promise<Contents> {
  const found: Contents = {}
  for (const [name, rows] of Object.entries(of)) {
    const stored = (await db
      .selectFrom(name as 'user')
      .selectAll()
      .execute()) as Row[]
    const isLike = (one: Row, other: Row) =>
      Object.entries(one).every(([column, value]) => textOf(other[column]) === value)
    found[name] = rows.filter((row) => stored.some((one) => isLike(row, one)))
  }
  return found
}

/** What an upgrade keeps as it is of what a database held: the private key of push messages is sealed. */
export function keptOf(before: Contents): Contents {
  return { ...before, setting: before.setting!.filter(({ key }) => key !== 'vapid') }
}

/**
 * What an earlier release leaves that is killed while it upgrades to the next schema: it ran each
 * statement by itself, and `count` of them are done. Returns whether that was all of them.
 */
export async function cutOffAfter(count: number, file: string, step: string): Promise<boolean> {
  const database = embedded(new DatabaseSync(file))
  let left = count
  const dialect = new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare(text) {
        const statement = database.prepare(text)
        if (!statement.reader && left === 0) throw new Killed()
        if (!statement.reader) left -= 1
        return statement
      },
    },
  })
  const db = new Kysely<Tables>({ dialect })
  try {
    await migrations[step]!.up(db as never)
    return true
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return false
  } finally {
    await db.destroy()
  }
}

class Killed extends Error {}

/** PostgreSQL makes bytes of the text that pictures are here. */
const textOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : value

const TIME = 1_760_000_000_000
/** What cannot be any text or number, because a step or the books read it. */
const ROWS: Record<string, Row[]> = {
  user: [{ id: 7, type: 'normal' }],
  setting: [
    { key: 'base', value: '{"title":"North Star"}' },
    { key: 'secret', value: '"the secret of an old release"' },
    { key: 'vapid', value: '{"publicKey":"p","privateKey":"k"}' },
  ],
  placedOrder: [
    { id: 7, kind: 'alipay', amount: 999, refunded: null, paidTime: TIME, deliveredTime: TIME },
  ],
  ledger: [
    { id: 1, effect: 'paid', credit: 'alipay', debit: 'owed:7', amount: 999, currency: 'CNY' },
    { id: 2, effect: 'given', credit: 'owed:7', debit: 'delivered', amount: 999, currency: 'CNY' },
  ].map((row) => ({ ...row, placedOrderId: 7 })),
}

type Column = { name: string; type: string; isTime: boolean; parent: [string, string] | undefined }
type Table = { name: string; columns: Column[] }

function valueOf({ name, type, parent, isTime }: Column, table: string, filled: Contents) {
  const [other = '', key = ''] = parent ?? []
  const named = filled[other]?.[0]?.[key]
  // A row that may name another of its own table names none.
  if (parent) return named ?? null
  if (/int/i.test(type)) return isTime ? TIME : name === 'id' ? 7 : 1
  return /double/i.test(type) ? 0.5 : `${table} ${name}`
}

/** The tables of a schema, referenced ones first, read from one made in memory. */
async function tablesOf(schema: string): Promise<Table[]> {
  const db = openDatabase(':memory:')
  await migrateTo(db, schema)
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table'`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => !NOT_FILLED.test(name))
  const tables = await Promise.all(names.map((name) => describeTable(db, name)))
  await db.destroy()
  const ordered: Table[] = []
  const add = (table: Table) => {
    if (ordered.includes(table)) return
    for (const { parent } of table.columns) {
      const other = tables.find(({ name }) => name === parent?.[0])
      if (other && other !== table) add(other)
    }
    ordered.push(table)
  }
  tables.forEach(add)
  return ordered
}

async function describeTable(db: Kysely<Tables>, name: string): Promise<Table> {
  const columns = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${name})`.execute(db)
  const keys = await sql<{ from: string; table: string; to: string }>`
    select "from", "table", "to" from pragma_foreign_key_list(${name})`.execute(db)
  return {
    name,
    columns: columns.rows.map((column) => {
      const key = keys.rows.find(({ from }) => from === column.name)
      const isTime = /time|bucket|at$/i.test(column.name)
      return { ...column, isTime, parent: key && [key.table, key.to] }
    }),
  }
}
