import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isCutOff } from './migrations/cutOff.ts'
import { stepsAfter, stepsUnknown } from './migrations/migrate.ts'

const BEFORE = /^before-.+\.db$/

/**
 * What a file is to this release: of its own schema, of an earlier one (which a start upgrades), of
 * a later one, cut off in the midst of an upgrade, damaged, or without a database.
 */
export type Kind = 'of this release' | 'earlier' | 'later' | 'cut off' | 'damaged' | 'empty'

/** The copies from before upgrades, newest first. */
export function copiesIn(dataDir: string): string[] {
  return (existsSync(dataDir) ? readdirSync(dataDir) : [])
    .filter((name) => BEFORE.test(name))
    .map((name) => join(dataDir, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
}

/** How long a copy from before an upgrade stays, ms: what was deleted since is still in it. */
export const COPY_KEPT_MS = 30 * 86_400_000

/** Deletes copies from before upgrades that have had their time. */
export function removeOldCopies(dataDir: string, now: number): void {
  for (const copy of copiesIn(dataDir))
    if (statSync(copy).mtimeMs <= now - COPY_KEPT_MS) rmSync(copy, { force: true })
}

/**
 * Looks what a file is; with `whole` each of its pages, which takes a second for some hundred MB.
 * Nothing is written, not even beside it.
 */
export async function kindOf(path: string, { whole = false } = {}): Promise<Kind> {
  if (!existsSync(path)) return 'empty'
  let file
  try {
    file = openAtRest(path)
    if (whole && file.prepare('pragma quick_check(1)').get()?.quick_check !== 'ok') return 'damaged'
    const done = stepsIn(file)
    if (done.length === 0) return 'empty'
    if (stepsUnknown(done).length > 0) return 'later'
    if (await isCutOff(file, done)) return 'cut off'
    return stepsAfter(done).length === 0 ? 'of this release' : 'earlier'
  } catch {
    return 'damaged'
  } finally {
    file?.close()
  }
}

/** The steps noted in a file. */
export function stepsIn(file: DatabaseSync): string[] {
  const isThere = file.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()
  if (!isThere) return []
  return file
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name))
}

/** Opens a file that nobody writes; one without a log leaves none beside it. */
function openAtRest(path: string): DatabaseSync {
  const hasLog = existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
  const address = pathToFileURL(path)
  if (!hasLog) address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}
