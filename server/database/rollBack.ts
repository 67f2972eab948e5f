import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkSpace } from './space.ts'
import { copiesIn, type Kind, kindOf } from './copies.ts'
import { openDatabase } from './database.ts'
import { sync } from './fileSync.ts'
import { pendingIn } from './migrations/migrate.ts'
import { admitConsole } from './moveMark.ts'

const BUSY = 5
/** The files SQLite has beside a database. */
const BESIDE = ['-wal', '-shm', '-journal']

/** The copy a rollback takes: when it was made, ms, and what came after it. */
export type LastCopy = {
  copy: string
  made: number
  /** Whether it is of an earlier schema than this release's, whose start upgrades it again. */
  isEarlier: boolean
  since: { orders: number; users: number } | undefined
}

/** What keeps a copy from being taken. */
const WHY_NOT: Partial<Record<Kind, string>> = {
  later: 'of a later release than this one',
  'cut off': 'of a database in the midst of an upgrade',
  damaged: 'damaged',
  empty: 'empty',
}

/**
 * What a rollback would restore; undefined where this release can start on the database as it is.
 * Throws a sentence where there is nothing to restore, or a server runs.
 */
export async function lastCopy(file: string, dataDir: string): Promise<LastCopy | undefined> {
  if (existsSync(file)) closeFile(file)
  const kind = await kindOf(file, { whole: true })
  if (kind === 'of this release' || kind === 'earlier') return undefined
  const copies = copiesIn(dataDir)
  const kinds = new Map<string, Kind>()
  for (const copy of copies) kinds.set(copy, await kindOf(copy, { whole: true }))
  const copy =
    copies.find((one) => kinds.get(one) === 'of this release') ??
    copies.find((one) => kinds.get(one) === 'earlier')
  if (copy === undefined) {
    const found = copies.map((one) => `${one} is ${WHY_NOT[kinds.get(one)!] ?? ''}`)
    const what = found.length > 0 ? `whole copy: ${found.join('; ')}` : 'copy'
    throw new Error(`There is no ${what} from before an upgrade in ${dataDir}.`)
  }
  const isEarlier = kinds.get(copy) === 'earlier'
  return { copy, made: statSync(copy).mtimeMs, isEarlier, since: sinceCopy(file, copy) }
}

/** How many were added since; undefined where a database cannot be read. */
export function sinceCopy(file: string, copy: string): LastCopy['since'] {
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
 * Rolls back to a copy, and opens it as a start does; the upgraded database stays beside it. Returns
 * what was done. Throws a sentence where a server runs, or where the copy does not open: the
 * database is as it was then.
 */
export async function rollBack(file: string, copy: string, now: number): Promise<string> {
  const isThere = existsSync(file)
  if (isThere) closeFile(file)
  const aside = `${file.replace(/\.db$/, '')}-${new Date(now).toISOString().replaceAll(':', '-')}.db`
  // The copy stays until it has been opened in its new place.
  const near = `${file}.half`
  await checkSpace(dirname(file), statSync(copy).size)
  copyFileSync(copy, near, constants.COPYFILE_FICLONE)
  sync(near)
  try {
    await openAsAStartDoes(near, copy)
    if (isThere) putAside(file, aside)
    // Of a file that could not be closed: its log must not be applied to the copy.
    for (const end of BESIDE) if (existsSync(file + end)) renameSync(file + end, aside + end)
    renameSync(near, file)
    sync(dirname(file))
  } finally {
    for (const end of ['', ...BESIDE]) rmSync(near + end, { force: true })
  }
  for (const end of ['', ...BESIDE]) rmSync(copy + end, { force: true })
  const rest = isThere ? ` What it had become is in ${aside}.` : ''
  return `The database is as it was before the upgrade (${copy}), and opens.${rest} Start the release you had before.`
}

/** Opens a copy the way a start would. Throws a sentence where it does not serve. */
async function openAsAStartDoes(path: string, copy: string): Promise<void> {
  try {
    const db = openDatabase(`file:${path}`)
    try {
      const { next } = await pendingIn(db)
      const reason = next.length === 0 ? await admitConsole(db) : undefined
      if (reason !== undefined) throw new Error(reason)
    } finally {
      await db.destroy()
    }
    const kind = await kindOf(path, { whole: true })
    if (WHY_NOT[kind] !== undefined) throw new Error(`it is ${WHY_NOT[kind]}`)
  } catch (error) {
    throw new Error(
      `The copy ${copy} does not open: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Gives a file a second name, so that its own can pass to another at once and is never without one. */
function putAside(file: string, aside: string): void {
  try {
    linkSync(file, aside)
  } catch {
    // A file system without second names.
    renameSync(file, aside)
  }
}

/** Checkpoints the log. SQLite lets only the last connection do so: a running server is noticed. */
function closeFile(file: string) {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma busy_timeout = 1000; pragma journal_mode = delete')
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number }
    // A damaged one cannot be checkpointed, and is what a rollback may be for.
    if ((errcode & 0xff) !== BUSY) return
    throw new Error('The server is running. Stop it first.', { cause: error })
  } finally {
    database.close()
  }
}
