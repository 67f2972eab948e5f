import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

// Apart from the other refusals: every visitor loads the login.

/** Why a login is refused. Spec 8. */
export const logInRefusals: Refusals<'logIn'> = {
  'user not exists': msg`No user has this email address.`,
  'invalid body': msg`Enter a correctly formatted username.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute; after many tries, an hour. Or set a new password by email.`,
  'invalid password': msg`Wrong username or password.`,
  'second factor required': msg`Enter the code from your authenticator app.`,
  'wrong code': msg`This code is wrong or was used already. Wait for the next one.`,
  'code retry out of limit': msg`Too many wrong codes. Wait a minute; after many tries, a day.`,
  otherwise: msg`Wrong username or password.`,
}

/** Why a login by passkey failed. */
export const logInByPasskeyRefusals: Refusals<'logInByPasskey'> = {
  'passkey unknown': msg`This passkey was removed here. Log in with your password.`,
  'challenge expired': msg`That took too long. Try again.`,
  'another address': msg`Passkeys work only at the console’s own address.`,
  otherwise: msg`No passkey was used. Try again, or log in with your password.`,
}

/** Why no link was mailed. Spec 8. */
export const sendResetLinkRefusals: Refusals<'sendResetLink'> = {
  'already send': msg`The link was already sent. Check your inbox.`,
  'user not exists': msg`Enter a valid email address.`,
  otherwise: msg`Network error, try again later.`,
}
