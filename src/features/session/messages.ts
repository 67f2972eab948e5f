import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a login is refused. Spec 8. */
export const logInRefusals: Refusals<'logIn'> = {
  'user not exists': msg`This user is not registered.`,
  'invalid body': msg`Enter a correctly formatted username.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  'invalid password': msg`Wrong username or password.`,
  otherwise: msg`Wrong username or password.`,
}

/** Why the site could not be set up. */
export const setUpRefusals: Refusals<'setUp'> = {
  'link used': msg`This link was used already, or a newer one was printed. Restart the server to see a new link.`,
  'password too short': msg`Use at least 8 characters.`,
  otherwise: msg`The site could not be set up.`,
}
