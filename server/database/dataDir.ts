import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'

/** What others of this machine may do with a file or folder. */
const OTHERS = 0o077

/**
 * Makes the data folder and closes it, the database in it and whatever this process writes from
 * now on to other people of this machine: it holds the installation's secret. Returns a warning
 * where the folder belongs to somebody else and stays open.
 */
export function closeDataDir(dataDir: string, databaseFile: string): string | undefined {
  process.umask(OTHERS)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const isClosed = closed(dataDir, 0o700)
  // Earlier releases left these readable; SQLite gives a journal the mode of its database.
  for (const file of ['', '-wal', '-shm'].map((end) => databaseFile + end))
    if (existsSync(file)) closed(file, 0o600)
  return isClosed
    ? undefined
    : `Other people of this machine may read ${dataDir}, which belongs to another user. Close it: chmod 700 ${dataDir}`
}

/** Closes what is ours; says whether it is closed. */
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
