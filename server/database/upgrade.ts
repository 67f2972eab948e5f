import {
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { VERSION } from '../base/version.ts'
import { checkSpace } from './backup/room.ts'

const BEFORE = /^before-.+\.db$/
const HALF = /^before-.+\.db\.half$/
/** How many copies from before upgrades are stored. */
const MAX_COPIES = 3

/**
 * Copies the database before an upgrade changes it, into the data folder; the last few copies stay.
 * Throws a sentence where there is not enough disk space, and leaves no partial copy.
 */
export async function copyBefore(file: string, dataDir: string, migration: string): Promise<void> {
  const copy = join(dataDir, `before-${VERSION}-${migration}.db`)
  const half = `${copy}.half`
  // Partial copies of interrupted upgrades.
  for (const name of readdirSync(dataDir).filter((one) => HALF.test(one)))
    rmSync(join(dataDir, name), { force: true })
  await checkSpace(dataDir, statSync(file).size)
  const database = new DatabaseSync(file)
  try {
    await backup(database, half, { rate: 2_000 })
    renameSync(half, copy)
  } finally {
    database.close()
    rmSync(half, { force: true })
  }
  for (const old of copiesIn(dataDir).slice(MAX_COPIES)) rmSync(old)
}

/** The copies from before upgrades, newest first. */
function copiesIn(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => BEFORE.test(name))
    .map((name) => join(dataDir, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
}

/** The copy from before the last upgrade: when it was made, ms, and what came after it. */
export type LastCopy = {
  copy: string
  made: number
  since: { orders: number; users: number } | undefined
}

/** What a rollback would restore. Throws a sentence where there is nothing, or a server runs. */
export function lastCopy(file: string, dataDir: string): LastCopy {
  const [copy] = existsSync(dataDir) ? copiesIn(dataDir) : []
  if (!copy) throw new Error(`There is no copy from before an upgrade in ${dataDir}.`)
  if (existsSync(file)) closeFile(file)
  return { copy, made: statSync(copy).mtimeMs, since: sinceCopy(file, copy) }
}

/** How many were added since; undefined where a database cannot be read. */
function sinceCopy(file: string, copy: string): LastCopy['since'] {
  try {
    const added = (table: string) => {
      const { last } = readFrom(copy, `select coalesce(max(id), 0) last from "${table}"`)
      return readFrom(file, `select count(*) n from "${table}" where id > ${last}`).n ?? 0
    }
    return { orders: added('placedOrder'), users: added('user') }
  } catch {
    return undefined
  }
}

function readFrom(file: string, query: string): Record<string, number> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(query).get() as Record<string, number>
  } finally {
    database.close()
  }
}

/**
 * Rolls back to a copy; the upgraded database stays beside it. Returns what was done. Throws a
 * sentence where a server runs.
 */
export function rollBack(file: string, copy: string, now: number): string {
  const isThere = existsSync(file)
  if (isThere) closeFile(file)
  const aside = `${file.replace(/\.db$/, '')}-${new Date(now).toISOString().replaceAll(':', '-')}.db`
  // The copy may be on another disk: it is copied over while the database is still in its place.
  const near = `${file}.half`
  bring(copy, near)
  if (isThere) renameSync(file, aside)
  renameSync(near, file)
  // What counted its rows left empty files beside it.
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  const rest = isThere ? ` What it had become is in ${aside}.` : ''
  return `The database is as it was before the upgrade (${copy}).${rest} Start the release you had before.`
}

/** Renames a file, across disks if needed; complete, and synced there, once this returns. */
function bring(from: string, to: string): void {
  try {
    return renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
  copyFileSync(from, to)
  const copy = openSync(to, 'r')
  try {
    fsyncSync(copy)
  } finally {
    closeSync(copy)
  }
}

/** Checkpoints the log. SQLite lets only the last connection do so: a running server is noticed. */
function closeFile(file: string) {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma busy_timeout = 1000; pragma journal_mode = delete')
  } catch (error) {
    throw new Error('The server is running. Stop it first.', { cause: error })
  } finally {
    database.close()
  }
}
