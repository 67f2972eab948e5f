import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'
import type { Schema } from '#contract'

const LINK_USED = msg`This link was used already, or a newer one was printed. Restart the server to see a new link.`
const NOT_EMBEDDED = msg`This server uses PostgreSQL. Backups made by Sluice are of the built-in database: restore into a folder on the command line, then move it to PostgreSQL.`

/** Why it is not known how far a restore has come. */
export const getRestoreRefusals: Refusals<'getRestore'> = {
  'link used': LINK_USED,
  'not embedded': NOT_EMBEDDED,
  otherwise: msg`The progress cannot be read right now.`,
}

/** Why no backup is being fetched. */
export const fetchBackupRefusals: Refusals<'fetchBackup'> = {
  'link used': LINK_USED,
  'not embedded': NOT_EMBEDDED,
  'invalid key': msg`This is not a backup key. A backup key is 43 letters, digits, hyphens and underscores.`,
  otherwise: msg`The backup could not be opened.`,
}

/** Why nothing was restored. */
export const restoreBackupRefusals: Refusals<'restoreBackup'> = {
  'link used': LINK_USED,
  'not embedded': NOT_EMBEDDED,
  'nothing fetched': msg`The copy is no longer there. Open the backup again.`,
  otherwise: msg`Nothing was restored. Try again.`,
}

/** Why a backup cannot be restored here, and what to do. */
export const fetchProblems: Record<Schema<'RestoreProblem'>['word'], MessageDescriptor> = {
  'wrong key': msg`This key does not open the backup. Enter the key it was made with.`,
  'no backup': msg`There is no complete backup at this place. Check the folder or the bucket.`,
  'too early': msg`The backup does not go back that far. Choose a later moment.`,
  damaged: msg`The backup is damaged: a part of it was changed, cut or is missing. Try a moment before that, or another copy of the backup.`,
  'newer release': msg`The backup was made by a newer release of Sluice. Install that release here, then restore.`,
  'store away': msg`The backup cannot be reached right now. Check the address and that the storage is running, then try again.`,
  'store refused': msg`The storage refused access. Check the bucket, its keys, or who may read the folder.`,
  'no room': msg`There is too little free disk space on this server. Free some, then try again.`,
  'no admin': msg`The backup is of a server that was never set up. There is nothing in it to restore.`,
  'sealed elsewhere': msg`The passwords in this backup are encrypted with a key that is not in it. Start this server with the SECRET_KEY of the old one, then restore.`,
  failed: msg`The backup could not be restored.`,
}
