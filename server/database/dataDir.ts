import { chmodSync, existsSync, statSync } from 'node:fs'
import { makeFolder } from '../base/makeFolder.ts'
import { CannotStart } from './cannotStart.ts'

/** The permissions other users of this machine have on a file or folder. */
const OTHERS = 0o077

/**
 * Creates the data folder and denies other users of this machine access to it, to the database in
 * it and to whatever this process writes from now on: it holds the installation's secret. Returns a
 * warning where the folder has another owner and stays accessible.
 */
export function closeDataDir(dataDir: string, databaseFile: string): string | undefined {
  process.umask(OTHERS)
  makeDataDir(dataDir)
  const isClosed = closed(dataDir, 0o700)
  // Earlier releases left these readable; SQLite gives a journal the mode of its database.
  for (const file of ['', '-wal', '-shm'].map((end) => databaseFile + end))
    if (existsSync(file)) closed(file, 0o600)
  return isClosed
    ? undefined
    : `Other people of this machine may read ${dataDir}, which belongs to another user. Close it: chmod 700 ${dataDir}`
}

/** Makes the data folder where it is missing. Throws `CannotStart` where it cannot be made. */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new CannotStart(
      `DATA_DIR must be a folder that can be made and written, not ${JSON.stringify(dataDir)} (${(error as Error).message}).`,
      { cause: error },
    )
  }
}

/** Removes the permissions from our files; returns whether they are removed. */
function closed(path: string, mode: number): boolean {
  const open = statSync(path).mode & OTHERS
  if (open === 0) return true
  try {
    chmodSync(path, mode)
    return true
  } catch {
    return false
  }
}
