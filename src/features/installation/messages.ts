import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why there is no file for asking for help. */
export const makeHelpBundleRefusals: Refusals<'makeHelpBundle'> = {
  'second factor required': msg`The password alone is not enough. Use a code or a passkey.`,
  'passkey unknown': msg`This passkey does not belong to your account, or was removed. Use another one, or a code.`,
  'challenge expired': msg`That took too long. Try again.`,
  'another address': msg`Passkeys work only at the console’s own address. Open it there.`,
  'invalid password': msg`Wrong password.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  'wrong code': msg`This code is wrong or was used already. Wait for the next one.`,
  'code retry out of limit': msg`Too many wrong codes. Wait a minute; after many tries, a day.`,
  otherwise: msg`The file could not be made. Try again.`,
}
