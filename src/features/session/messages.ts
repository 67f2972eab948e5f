import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a password is refused that is long enough. */
export const TOO_COMMON = msg`Too easy to guess: many people use it, or it is mostly the name of the site or the address. Choose another one.`

/** Why the site could not be set up. */
export const setUpRefusals: Refusals<'setUp'> = {
  'link used': msg`This link was used already, or a newer one was printed. Restart the server to see a new link.`,
  'password too short': msg`Use at least 8 characters.`,
  'password too common': TOO_COMMON,
  otherwise: msg`The site could not be set up.`,
}

/** Why no sign-up code was mailed. Spec 8. */
export const sendCodeRefusals: Refusals<'sendCode'> = {
  'invalid ref code': msg`Invalid invitation code.`,
  'email in black list': msg`This email address cannot be used. Choose another one.`,
  'send email out of limit': msg`Too many requests. Try again later.`,
  'signup close': msg`Sign-up is closed.`,
  otherwise: msg`The code could not be sent.`,
}

/** Why a sign-up failed. Spec 8. */
export const signUpRefusals: Refusals<'signUp'> = {
  'user exists': msg`This user already exists.`,
  'wrong code': msg`This code is wrong, was used already or is too old. Check it, or ask for a new one.`,
  'no trial': msg`No trial accounts are left right now. Sign up once more to go on without one.`,
  'password too short': msg`Use at least 8 characters.`,
  'password too common': TOO_COMMON,
  otherwise: msg`Sign-up failed. Check the code, or ask for a new one.`,
}

/** Why a link sets no password any more. Spec 8. */
export const resetPasswordRefusals: Refusals<'resetPassword'> = {
  'password too short': msg`Use at least 8 characters.`,
  'password too common': TOO_COMMON,
  otherwise: msg`The link has expired.`,
}

/** Why a login by device failed. */
export const logInByMacRefusals: Refusals<'logInByMac'> = {
  otherwise: msg`This device is not registered here, or logging in with a device is off.`,
}

/** Why a login by a link of the messaging service failed. */
export const logInByTelegramRefusals: Refusals<'logInByTelegram'> = {
  otherwise: msg`This link was used already, or is older than five minutes. Ask the bot for a new one.`,
}

/** Why a referral code was refused before it was checked. */
export const visitReferralRefusals: Refusals<'visitReferral'> = {
  otherwise: msg`Too many requests. Try again later.`,
}
