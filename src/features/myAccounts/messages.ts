import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why an account's proxy password was not changed. */
export const changeMyAccountPasswordRefusals: Refusals<'changeMyAccountPassword'> = {
  otherwise: msg`The password was not changed. The account may no longer be yours.`,
}

/** Why an account is not started. */
export const activateMyAccountRefusals: Refusals<'activateMyAccount'> = {
  otherwise: msg`The account was not activated. It may no longer be yours.`,
}
