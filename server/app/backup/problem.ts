import type { FetchProblem } from '../../backup/restore/fetched.ts'
import { NoBackup, TooEarly } from '../../backup/restore/moment.ts'
import { WrongKey } from '../../backup/store/owner.ts'
import { NoRoom } from '../../database/space.ts'
import { StoreRefused, Unreachable } from '../../backup/store/store.ts'
import { Damaged } from '../../backup/store/vault.ts'
import { TooNew } from '../../database/migrations/migrate.ts'
import { WrongSecretKey } from '../../database/secret/secret.ts'

/** A backup of a console that was never set up. */
export class NoAdmin extends Error {}

const WORDS: [new (...words: never[]) => Error, FetchProblem['word']][] = [
  [WrongKey, 'wrong key'],
  [NoBackup, 'no backup'],
  [TooEarly, 'too early'],
  [Damaged, 'damaged'],
  [TooNew, 'newer release'],
  [Unreachable, 'store away'],
  [StoreRefused, 'store refused'],
  [NoRoom, 'no room'],
  [NoAdmin, 'no admin'],
  [WrongSecretKey, 'sealed elsewhere'],
]
/** Errors of a folder, by code. */
const CODES: Record<string, FetchProblem['word']> = {
  ENOSPC: 'no room',
  EDQUOT: 'no room',
  EACCES: 'store refused',
  EPERM: 'store refused',
  ENOTDIR: 'no backup',
  EIO: 'store away',
  ESTALE: 'store away',
}

/** Why a backup could not be fetched, in a word of the contract and a sentence. */
export function problemOf(error: unknown): FetchProblem {
  const { message, code = '' } = error as { message: string; code?: string }
  const word = WORDS.find(([kind]) => error instanceof kind)?.[1] ?? CODES[code] ?? 'failed'
  return {
    word,
    detail: message,
    ...(error instanceof TooEarly && { earliest: error.earliest }),
  }
}
