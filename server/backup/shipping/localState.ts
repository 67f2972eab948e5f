import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Head } from '../log/heldLog.ts'
import type { Generation } from '../store/names.ts'

/** A data folder's state of its backups, so that a start continues where the last one stopped. */
export type LocalState = {
  /** Names this data folder in the store. */
  instance: string
  /** The instance this folder was restored from: its place in the store may be taken. */
  takesOver?: string
  generation?: Generation
  head?: Head
  /** When the last snapshot was taken, ms. */
  snapshotTime?: number
  /** The first segment to apply to it: its name in the store. */
  snapshotSeq?: number
  /** After a clean stop: the database file as it was left, with all of it shipped. */
  left?: string
}

const pathOf = (dataDir: string) => join(dataDir, 'backup.json')

export function readState(dataDir: string): LocalState {
  try {
    return JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) as LocalState
  } catch (error) {
    // A file cut short by a power cut begins a new generation, which loses nothing.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError))
      throw error
    return { instance: randomBytes(9).toString('base64url') }
  }
}

export function writeState(dataDir: string, state: LocalState): void {
  const path = pathOf(dataDir)
  writeFileSync(`${path}.half`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${path}.half`, path)
}

/** The state of a database file; any write to it changes this. */
export function traceOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true })
  return `${ino} ${size} ${mtimeNs}`
}
