import { type Kysely, sql } from 'kysely'
import { COPY_KEPT_MS } from './copies.ts'
import { booksOf, compareBooks } from './migrations/books.ts'
import { migrateWithin, pendingIn } from './migrations/migrate.ts'
import type { Tables } from './tables.ts'

/** The schema of PostgreSQL that holds the shop as it was before the last upgrade. */
const BEFORE = 'sluice_before'
/** Where an upgrade is tried; no transaction that makes it is ever committed. */
const REHEARSAL = 'sluice_rehearsal'
/** In `BEFORE`: what else lay in the schema of the shop, and is none of it. */
const OTHERS = 'sluice_others'

class TakenBack extends Error {}

/**
 * Tries this release's steps on a copy of the whole shop in a schema beside it, and compares the
 * books. Nothing of it stays, however it ends; the shop goes on being written to meanwhile. Returns
 * the steps. Throws what the steps throw, and `BooksDiffer`.
 */
export async function rehearseBeside(db: Kysely<Tables>): Promise<string[]> {
  const { done, next } = await pendingIn(db)
  if (next.length === 0 || done.length === 0) return next
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await fill(tx, REHEARSAL, done.at(-1)!)
        const before = await booksOf(tx)
        await migrateWithin(tx, { after: done.at(-1)! })
        compareBooks(before, await booksOf(tx))
        throw new TakenBack()
      })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return next
}

/**
 * Copies the whole shop into a schema beside it, in place of what an earlier upgrade left there. No
 * console may write meanwhile. Wholly or not at all.
 */
export async function copyBeside(db: Kysely<Tables>): Promise<void> {
  const { done } = await pendingIn(db)
  await dropCopyBeside(db)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const own = await currentSchema(tx)
      const present = await tablesIn(tx, own)
      const books = await booksOf(tx)
      await fill(tx, BEFORE, done.at(-1)!)
      compareBooks(books, await booksOf(tx))
      const copied = new Set((await tablesIn(tx, BEFORE)).map(({ name }) => name))
      const others = present.filter(({ name, isPart }) => !isPart && !copied.has(name))
      await sql`create table ${sql.id(BEFORE, OTHERS)} ("name" text, "time" bigint not null)`.execute(
        tx,
      )
      for (const name of [null, ...others.map((one) => one.name)])
        await sql`insert into ${sql.id(BEFORE, OTHERS)} values (${name}, ${Date.now()})`.execute(tx)
    })
}

/**
 * Puts the shop back as it was when it was copied beside, in one transaction: the tables there are now
 * go, the copied ones take their place. Returns whether there was a copy.
 */
export async function putBackFromBeside(db: Kysely<Tables>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await hasCopyBeside(tx))) return false
    const own = await currentSchema(tx)
    const { rows } = await sql<{ name: string }>`
      select "name" from ${sql.id(BEFORE, OTHERS)} where "name" is not null`.execute(tx)
    const others = new Set(rows.map(({ name }) => name))
    for (const { name, isPart } of await tablesIn(tx, own))
      if (!isPart && !others.has(name))
        await sql`drop table ${sql.id(own, name)} cascade`.execute(tx)
    for (const { name } of await tablesIn(tx, BEFORE))
      if (name !== OTHERS)
        await sql`alter table ${sql.id(BEFORE, name)} set schema ${sql.id(own)}`.execute(tx)
    await sql`drop schema ${sql.id(BEFORE)} cascade`.execute(tx)
    return true
  })
}

/** Whether a copy from before an upgrade lies beside the shop. */
export async function hasCopyBeside(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_catalog.pg_tables where schemaname = ${BEFORE} and tablename = ${OTHERS}`.execute(
    db,
  )
  return rows.length > 0
}

/** Deletes that copy. */
async function dropCopyBeside(db: Kysely<Tables>): Promise<void> {
  await sql`drop schema if exists ${sql.id(BEFORE)} cascade`.execute(db)
}

/** Deletes it once it has had its time: what was deleted since is still in it. */
export async function removeOldCopyBeside(db: Kysely<Tables>, now: number): Promise<void> {
  if (!(await hasCopyBeside(db))) return
  const { rows } = await sql`
    select 1 from ${sql.id(BEFORE, OTHERS)} where "time" <= ${now - COPY_KEPT_MS}`.execute(db)
  if (rows.length > 0) await dropCopyBeside(db)
}

/** What has been added since the copy was made. */
export async function sinceCopyBeside(
  db: Kysely<Tables>,
): Promise<{ orders: number; users: number }> {
  const added = async (table: string) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where "id" > (select coalesce(max("id"), 0) from ${sql.id(BEFORE, table)})`.execute(db)
    return Number(rows[0]?.n ?? 0)
  }
  return { orders: await added('placedOrder'), users: await added('user') }
}

/**
 * Makes a schema with the tables of the shop's present steps, and all its rows; what follows in the
 * transaction sees it first.
 */
async function fill(tx: Kysely<Tables>, schema: string, last: string): Promise<void> {
  const own = await currentSchema(tx)
  await sql`create schema ${sql.id(schema)}`.execute(tx)
  // Extensions lie with the shop.
  await sql`set local search_path to ${sql.id(schema)}, ${sql.id(own)}`.execute(tx)
  await migrateWithin(tx, { last })
  for (const name of ['kysely_migration', 'kysely_migration_lock'])
    await sql`create table ${sql.id(schema, name)} (like ${sql.id(own, name)} including all)`.execute(
      tx,
    )
  const tables = await inOrder(tx, schema)
  // Some steps leave rows of their own.
  await sql`truncate ${sql.join(tables.map((name) => sql.id(schema, name)))}`.execute(tx)
  for (const name of tables) await copyRows(tx, { name, from: own, to: schema })
}

type Pair = { name: string; from: string; to: string }

async function copyRows(tx: Kysely<Tables>, { name, from, to }: Pair): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string | null; given: string | null }>`
    select column_name as "column",
      pg_get_serial_sequence(${`"${to}"."${name}"`}, column_name) as "sequence",
      pg_get_serial_sequence(${`"${from}"."${name}"`}, column_name) as "given"
    from information_schema.columns
    where table_schema = ${to} and table_name = ${name} and is_generated = 'NEVER'`.execute(tx)
  const columns = sql.join(rows.map(({ column }) => sql.id(column)))
  await sql`insert into ${sql.id(to, name)} (${columns})
    select ${columns} from ${sql.id(from, name)}`.execute(tx)
  for (const { sequence, given } of rows)
    if (sequence && given)
      await sql`select setval(${sequence}, last_value, is_called) from ${sql.raw(given)}`.execute(
        tx,
      )
}

/** The tables of a schema, those that others refer to first; partitions are filled by their table. */
async function inOrder(tx: Kysely<Tables>, schema: string): Promise<string[]> {
  const { rows: keys } = await sql<{ child: string; parent: string }>`
    select child.relname as "child", parent.relname as "parent"
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_class child on child.oid = c.conrelid
    join pg_catalog.pg_class parent on parent.oid = c.confrelid
    join pg_catalog.pg_namespace n on n.oid = child.relnamespace
    where c.contype = 'f' and n.nspname = ${schema} and child.oid <> parent.oid`.execute(tx)
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { child, parent } of keys) if (child === name) add(parent)
    ordered.push(name)
  }
  for (const { name, isPart } of await tablesIn(tx, schema)) if (!isPart) add(name)
  return ordered
}

/** All tables of a schema; what an extension brought is left out. */
async function tablesIn(
  db: Kysely<Tables>,
  schema: string,
): Promise<{ name: string; isPart: boolean }[]> {
  const { rows } = await sql<{ name: string; isPart: boolean }>`
    select t.relname as "name", t.relispartition as "isPart"
    from pg_catalog.pg_class t join pg_catalog.pg_namespace n on n.oid = t.relnamespace
    where n.nspname = ${schema} and t.relkind in ('r', 'p') and not exists (
      select 1 from pg_catalog.pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by t.relname`.execute(db)
  return rows
}

async function currentSchema(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as "name"`.execute(db)
  return rows[0]!.name
}
