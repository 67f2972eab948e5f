import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a password stays as it is; users and admins are refused with the same words. */
export const changePasswordRefusals: Refusals<'changeMyPassword' | 'changeAdminPassword'> = {
  'invalid password': msg`The old password is wrong.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  otherwise: msg`The password was not changed.`,
}
