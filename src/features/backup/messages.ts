import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the confirmation that the key is stored elsewhere was not saved. */
export const confirmBackupKeyRefusals: Refusals<'confirmBackupKey'> = {
  otherwise: msg`This was not saved. Try again.`,
}

const proof = {
  'second factor required': msg`The password alone is not enough. Use a code or a passkey.`,
  'passkey unknown': msg`This passkey does not belong to your account, or was removed. Use another one, or a code.`,
  'challenge expired': msg`That took too long. Try again.`,
  'another address': msg`Passkeys work only at the console’s own address. Open it there.`,
  'invalid password': msg`Wrong password.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  'wrong code': msg`This code is wrong or was used already. Wait for the next one.`,
  'code retry out of limit': msg`Too many wrong codes. Wait a minute; after many tries, a day.`,
}

/** Why no copy is made. */
export const makeBackupRefusals: Refusals<'makeBackup'> = {
  ...proof,
  'no backups': msg`Backups are off.`,
  'under way': msg`A copy is being made already.`,
  otherwise: msg`No copy was made. Try again.`,
}

/** Why a store was not tried. */
export const setUpBackupRefusals: Refusals<'setUpBackup'> = {
  ...proof,
  'not embedded': msg`The database is PostgreSQL, which is backed up by means of its own.`,
  'set by environment': msg`The settings of the server name the place. Change it there.`,
  otherwise: msg`This was not saved. Try again.`,
}

/** Why the key is not shown. */
export const showBackupKeyRefusals: Refusals<'showBackupKey'> = {
  ...proof,
  'no key': msg`The key is given by the settings of the server, or there is none yet.`,
  otherwise: msg`The key could not be read.`,
}
