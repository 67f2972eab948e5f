import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isEmbedded, isPostgres, openDatabase } from '../../database/database.ts'
import { isOfThisRelease, migrate } from '../../database/migrations/migrate.ts'
import { findMark, type Mark, setMark } from '../../database/moveMark.ts'
import type { Tables } from '../../database/tables.ts'
import { openAlone, refuseIfUsed } from './alone.ts'
import { fileOf, placeOf } from './place.ts'
import { MoveRefused } from './refused.ts'
import type { Table } from './schema.ts'

type Opened = {
  db: Kysely<Tables>
  mark: Mark | undefined
  /** Where the embedded database that was there before is now. */
  aside?: string | undefined
}

/**
 * Opens the target of a move: an empty database, which gets its tables, or one that a move with
 * this id has begun. An embedded database that was itself moved elsewhere is renamed.
 *
 * Throws a sentence for any other; nothing in it is changed.
 */
export async function openTarget(
  url: string,
  tables: readonly Table[],
  { id, now }: { id: string | undefined; now: number },
): Promise<Opened> {
  const aside = isEmbedded(url) ? await makeFile(fileOf(url), now) : undefined
  const db = await openAlone(url)
  try {
    await refuseIfUsed(db, url)
    if (await hasNoTables(db)) await migrate(db)
    const mark = (await isOfThisRelease(db)) ? await findMark(db) : undefined
    const isMine = mark !== undefined && mark.role === 'target' && mark.id === id
    if (!isMine && (mark || !(await isBlank(db, tables))))
      throw new MoveRefused(refusalOf(url, mark))
    return { db, mark: isMine ? mark : undefined, aside }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Records that a move has begun here, and deletes the migrations' rows: the source has them too.
 */
export async function markTarget(
  db: Kysely<Tables>,
  url: string,
  tables: readonly Table[],
  mark: Mark,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await setMark(tx, mark)
    for (const { name } of tables.filter(({ seeded }) => seeded > 0))
      await sql`delete from ${sql.table(name)}`.execute(tx)
  })
  await refuseIfUsed(db, url)
}

/**
 * Makes an embedded database with all its tables, which gets its name once it is complete. An
 * existing one that was moved elsewhere is renamed first; returns its new path.
 */
async function makeFile(file: string, now: number): Promise<string | undefined> {
  const found = existsSync(file) ? await stateOf(file) : 'missing'
  if (found === 'other') return undefined
  const aside = found === 'moved away' ? asideOf(file, now) : undefined
  if (aside) renameSync(file, aside)
  const half = `${file}.half`
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(half + end, { force: true })
  const db = openDatabase(`file:${half}`)
  try {
    await migrate(db)
    await sql`pragma journal_mode = delete`.execute(db)
  } finally {
    await db.destroy()
  }
  renameSync(half, file)
  return aside
}

const asideOf = (file: string, now: number) =>
  join(dirname(file), `sluice-${new Date(now).toISOString().replaceAll(':', '-')}.db`)

async function stateOf(file: string): Promise<'empty' | 'moved away' | 'other'> {
  const db = await openAlone(`file:${file}`)
  try {
    if (await hasNoTables(db)) return 'empty'
    const mark = (await isOfThisRelease(db)) ? await findMark(db) : undefined
    return mark?.role === 'source' && mark.state === 'done' ? 'moved away' : 'other'
  } finally {
    await db.destroy()
  }
}

/** Whether the schema has no table with the name of one of ours. */
async function hasNoTables(db: Kysely<Tables>): Promise<boolean> {
  const tables = await db.introspection.getTables()
  if (!isPostgres(db)) return tables.length === 0
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return !tables.some(({ schema }) => schema === rows[0]?.name)
}

/** Whether only the migrations have written here. */
async function isBlank(db: Kysely<Tables>, tables: readonly Table[]): Promise<boolean> {
  if (!(await isOfThisRelease(db))) return false
  for (const { name, seeded } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from
      (select 1 from ${sql.table(name)} limit ${seeded + 1}) as found`.execute(db)
    if (rows[0]!.count > seeded) return false
  }
  return true
}

function refusalOf(url: string, mark: Mark | undefined): string {
  const place = placeOf(url)
  const what = !mark
    ? 'is not empty'
    : mark.role === 'source'
      ? `was moved to ${mark.place} itself`
      : `holds a move from ${mark.place}, another one than this`
  const remedy = isEmbedded(url)
    ? 'name a file that is not there'
    : 'name an empty database (create database …)'
  return `${place} ${what}: ${remedy}. Nothing was changed.`
}
