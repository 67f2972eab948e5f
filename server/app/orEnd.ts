import { WrongSettings } from '../base/settings/wrong.ts'
import { BackupRefused } from '../backup/shipping/opening.ts'
import { CannotStart } from '../database/cannotStart.ts'
import { WrongSecretKey } from '../database/secret/secret.ts'

/** Errors whose message is a sentence for the operator. */
const SENTENCES = [CannotStart, BackupRefused, WrongSecretKey, WrongSettings]

/** Ends a program that cannot start, with the sentence that says why; other errors are thrown on. */
export function orEnd(error: unknown): never {
  if (!SENTENCES.some((kind) => error instanceof kind)) throw error
  console.error((error as Error).message)
  process.exit(1)
}
