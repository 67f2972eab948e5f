import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { fillDemo } from '../../server/app/demo/fill.ts'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrations/migrate.ts'
import { contentsOf } from '../../server/backup/move/checksum.ts'
import type { Progress } from '../../server/backup/move/progress.ts'
import { shopTables } from '../../server/backup/move/schema.ts'
import { CannotStart } from '../../server/database/cannotStart.ts'
import { openForService } from '../../server/database/opening.ts'
import type { Tables } from '../../server/database/tables.ts'
import { type ProgramName, programOf } from './programs.ts'
import { emptyFolder, servedSecret } from './served.ts'

const run = promisify(execFile)

/** Above what a JavaScript number can represent exactly. */
export const BIG = 2n ** 53n + 1n

/** Shops of so many accounts on the embedded database; each test takes a copy of its own. */
export function openStock() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-stock-'))
  const made = new Map<number, Promise<string>>()
  return {
    /** The address of an unused shop, and its data folder. */
    async take(accounts = 20): Promise<{ url: string; dataDir: string }> {
      const stocked = made.getOrInsertComputed(accounts, () => makeShop(folder, accounts))
      const dataDir = await emptyFolder()
      await copyFile(await stocked, join(dataDir, 'sluice.db'))
      return { url: `file:${join(dataDir, 'sluice.db')}`, dataDir }
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function makeShop(folder: string, accounts: number): Promise<string> {
  const file = join(folder, `${accounts}.db`)
  const db = openDatabase(`file:${file}`)
  await migrate(db)
  await servedSecret(db)
  await fillDemo(db, { accounts, now: Date.now(), timeZone: 'Asia/Shanghai' })
  await addOddities(db)
  await sql`pragma journal_mode = delete`.execute(db)
  await db.destroy()
  return file
}

/** Values two databases could store in different ways. */
async function addOddities(db: Kysely<Tables>): Promise<void> {
  // Four keys whose order depends on the language, except byte by byte.
  for (const [at, key] of ['Zz', 'aa', 'Éé', '中'].entries())
    await sql`insert into "counterMark" ("source", "epoch", "key", "up", "down", "time")
      values (${key}, ${'e'}, ${'k'}, ${BIG}, ${at}, ${-1})`.execute(db)
  await db
    .updateTable('server')
    .set({ scale: 0.1 + 0.2, comment: "';\n\\ \u{1f600} é" })
    .execute()
  // An id that was given and is gone is not given again.
  await sql`insert into "plan" ("id", "name", "flow") values (4711, 'gone', 0)`.execute(db)
  await sql`delete from "plan" where "id" = 4711`.execute(db)
}

/** A database of PostgreSQL with nothing in it, which compares texts as people do. */
export async function emptyDatabaseOn(url: string): Promise<string> {
  const name = `d${randomUUID().slice(0, 8)}`
  const admin = openDatabase(url)
  await sql`create database ${sql.ref(name)} template template0 encoding 'UTF8'
    locale_provider icu icu_locale 'en'`.execute(admin)
  await admin.destroy()
  return new URL(`/${name}`, url).href
}

/** Why a console does not start on a database. */
export const refusalOn = (databaseUrl: string, dataDir: string): Promise<string> =>
  openForService({ databaseUrl, dataDir }).then(
    async (db) => {
      await db.destroy()
      return 'started'
    },
    (error: unknown) => {
      if (!(error instanceof CannotStart)) throw error
      return error.message
    },
  )

/** `npm run move-db -- …`, or another of its programs, as an operator runs it: what it said, and how it ended. */
export function moveDb(
  env: NodeJS.ProcessEnv,
  words: string[],
  { before = [] as string[], program = 'moveDb' as ProgramName } = {},
) {
  const child = run(process.execPath, [...before, programOf(program), ...words], {
    env: { ...process.env, ...env },
  })
  return child.then(
    ({ stdout }) => ({ code: 0, said: stdout, signal: null }),
    (error: { code: number; signal: string | null; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
      signal: error.signal,
    }),
  )
}

/** The sums of all tables of a database. */
export async function sumsOf(url: string): Promise<Record<string, string>> {
  const db = openDatabase(url)
  try {
    const sums: Record<string, string> = {}
    for (const table of await shopTables()) sums[table.name] = (await contentsOf(db, table)).sum
    return sums
  } finally {
    await db.destroy()
  }
}

/** A progress without an observer. */
export const QUIET: Progress = {
  begin: () => {},
  table: () => {},
  written: () => {},
  comparing: () => {},
}
