import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the referral settings were not changed. */
export const editRefSettingRefusals: Refusals<'editRefSetting'> = {
  otherwise: msg`The settings were not saved.`,
}

/** Why a user gets no more codes. */
export const createUserRefCodesRefusals: Refusals<'createUserRefCodes'> = {
  otherwise: msg`No code was added. The user may have been deleted.`,
}

/** Why a code was not changed. */
export const editRefCodeRefusals: Refusals<'editRefCode'> = {
  otherwise: msg`The code was not changed. It may have been deleted.`,
}

/** Why a code was not deleted. */
export const deleteRefCodeRefusals: Refusals<'deleteRefCode'> = {
  otherwise: msg`The code was not deleted. It may have been deleted already.`,
}

/** Why a referral is not recorded. Spec 8. */
export const createReferralRefusals: Refusals<'createReferral'> = {
  'same user': msg`No one can invite themselves. Choose two different people.`,
  'unknown code': msg`This code is no longer the inviter’s. Choose another one.`,
  'no place': msg`All sign-ups of this code are used. Raise its limit, or choose another one.`,
  'already invited': msg`This user was invited already.`,
  otherwise: msg`The invitation was not added.`,
}

/** Why a referral was not deleted. */
export const deleteReferralRefusals: Refusals<'deleteReferral'> = {
  otherwise: msg`The invitation was not removed. It may have been removed already.`,
}
