import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { VERSION } from '../base/version.ts'

const BEFORE = /^before-.+\.db$/
/** How many copies from before upgrades are kept. */
const KEPT = 3

/** Keeps the database as it is before an upgrade changes it, in the data folder; of these the last few stay. */
export async function keepBefore(file: string, dataDir: string, migration: string): Promise<void> {
  const kept = join(dataDir, `before-${VERSION}-${migration}.db`)
  const half = `${kept}.half`
  rmSync(half, { force: true })
  const database = new DatabaseSync(file)
  try {
    await backup(database, half, { rate: 2_000 })
  } finally {
    database.close()
  }
  renameSync(half, kept)
  for (const old of copiesIn(dataDir).slice(KEPT)) rmSync(old)
}

/** The copies from before upgrades, newest first. */
function copiesIn(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => BEFORE.test(name))
    .map((name) => join(dataDir, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
}

/**
 * Goes back to the database as it was before the last upgrade; what it became stays beside it.
 * Says what was done. Throws a sentence where there is nothing to go back to, or a server runs.
 */
export function rollBack(file: string, dataDir: string, now: number): string {
  const [kept] = existsSync(dataDir) ? copiesIn(dataDir) : []
  if (!kept) throw new Error(`There is no copy from before an upgrade in ${dataDir}.`)
  if (existsSync(file)) closeFile(file)
  const aside = join(dataDir, `sluice-${new Date(now).toISOString().replaceAll(':', '-')}.db`)
  const isThere = existsSync(file)
  if (isThere) renameSync(file, aside)
  renameSync(kept, file)
  const rest = isThere ? ` What it had become is in ${aside}.` : ''
  return `The database is as it was before the upgrade (${kept}).${rest} Start the release you had before.`
}

/** Puts the log into the database. SQLite lets only the last connection do so, so a server that runs is noticed. */
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
