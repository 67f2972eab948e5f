import { command } from '../base/installation.ts'
import { NoRoom } from './space.ts'
import { TooNew } from './migrations/migrate.ts'
import { UpgradeRefused } from './upgrade.ts'

/** Why the server cannot start, in a sentence for the operator. */
export class CannotStart extends Error {}

/** The problem with a database file, and the remedy. */
export function sentenceFor(error: unknown, file: string): string {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string }
  if (error instanceof TooNew)
    return `The database ${file} cannot be used: ${message}: ${command('backup rollback')}.`
  if (error instanceof NoRoom || error instanceof UpgradeRefused) return message
  const kind = code === 'ERR_SQLITE_ERROR' ? (errcode ?? 0) & 0xff : code
  switch (kind) {
    case 5: // SQLITE_BUSY
      return `Another program holds ${file}, such as one that moves it. Start again when it has ended.`
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return `The file ${file} is damaged, or is no database. Move it away and put your last backup in its place.`
    case 13: // SQLITE_FULL
    case 'ENOSPC':
      return `There is no room left on the disk with ${file}. Free some, then start again.`
    case 8: // SQLITE_READONLY
    case 10: // SQLITE_IOERR
    case 14: // SQLITE_CANTOPEN
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The file ${file} cannot be written (${message}). Give it and its folder to the user who starts this, then start again.`
    default:
      return `The database ${file} cannot be used: ${message}.`
  }
}
