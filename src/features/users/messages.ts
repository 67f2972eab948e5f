import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why an admin's password stays as it is. */
export const changeAdminPasswordRefusals: Refusals<'changeAdminPassword'> = {
  'invalid password': msg`The old password is wrong.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  otherwise: msg`The password was not changed.`,
}
