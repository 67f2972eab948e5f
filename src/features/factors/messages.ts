import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

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

/** Why the proof by passkey failed. */
export const passkeyProofRefusals: Refusals<'beginPasskeyLogIn'> = {
  otherwise: msg`No passkey was used. Try again, or use a code.`,
}

/** Why no secret was made. */
export const beginTotpRefusals: Refusals<'beginTotp'> = {
  ...proof,
  'already on': msg`An authenticator app is in use already. Turn it off first.`,
  otherwise: msg`The app could not be set up.`,
}

/** Why the app was not switched on. */
export const confirmTotpRefusals: Refusals<'confirmTotp'> = {
  'wrong code': msg`Wrong code. Check your phone’s clock, then enter the next one.`,
  'code retry out of limit': proof['code retry out of limit'],
  'not begun': msg`This took longer than 15 minutes. Close this and start again.`,
  otherwise: msg`The app could not be set up.`,
}

/** Why the app was not switched off. */
export const removeTotpRefusals: Refusals<'removeTotp'> = {
  ...proof,
  otherwise: msg`No authenticator app is in use now.`,
}

/** Why the recovery codes were not renewed. */
export const newRecoveryCodesRefusals: Refusals<'newRecoveryCodes'> = {
  ...proof,
  otherwise: msg`Set up an authenticator app or a passkey first.`,
}

/** Why no passkey is made. */
export const beginPasskeyRefusals: Refusals<'beginPasskey'> = {
  ...proof,
  'too many passkeys': msg`You have 20 passkeys. Remove one first.`,
  otherwise: msg`The passkey could not be created.`,
}

/** Why a passkey was not saved. */
export const addPasskeyRefusals: Refusals<'addPasskey'> = {
  'challenge expired': proof['challenge expired'],
  'another address': proof['another address'],
  'passkey exists': msg`This passkey was already added.`,
  'too many passkeys': msg`You have 20 passkeys. Remove one first.`,
  otherwise: msg`No passkey was created. Try again.`,
}

/** Why a passkey was not removed. */
export const removePasskeyRefusals: Refusals<'removePasskey'> = {
  ...proof,
  otherwise: msg`This passkey was removed already.`,
}

/** Why a session was not ended. */
export const endSessionRefusals: Refusals<'endSession'> = {
  otherwise: msg`This session has ended already.`,
}

/** Why the sessions of a user were not ended. */
export const endUserSessionsRefusals: Refusals<'endUserSessions'> = {
  otherwise: msg`This user no longer exists.`,
}

/** Why the sessions of another admin were not ended. */
export const endAdminSessionsRefusals: Refusals<'endAdminSessions'> = {
  otherwise: msg`This admin no longer exists.`,
}

/** Why a person was not deleted. */
export const deleteMeRefusals: Refusals<'deleteMe'> = {
  ...proof,
  'unfinished order exists': msg`Something you paid for has not been delivered yet. Wait for it, or contact support.`,
  otherwise: msg`Your account just changed. Try again.`,
}

/** Why a user's second step was not removed. */
export const removeUserFactorsRefusals: Refusals<'removeUserFactors'> = {
  otherwise: msg`Two-step login is off for this user.`,
}

/** Why an admin's second step was not removed. */
export const removeAdminFactorsRefusals: Refusals<'removeAdminFactors'> = {
  otherwise: msg`Two-step login is off for this admin.`,
}
