import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the referral settings stay as they are. */
export const editRefSettingRefusals: Refusals<'editRefSetting'> = {
  otherwise: msg`The settings were not saved.`,
}

/** Why a user gets no more codes. */
export const createUserRefCodesRefusals: Refusals<'createUserRefCodes'> = {
  otherwise: msg`No code was added. The user may be gone.`,
}

/** Why a code stays as it is. */
export const editRefCodeRefusals: Refusals<'editRefCode'> = {
  otherwise: msg`The code was not changed. It may have been deleted.`,
}

/** Why a code stays. */
export const deleteRefCodeRefusals: Refusals<'deleteRefCode'> = {
  otherwise: msg`The code was not deleted. It may be gone already.`,
}

/** Why a referral is not recorded. Spec 8. */
export const createReferralRefusals: Refusals<'createReferral'> = {
  'same user': msg`Nobody can invite themselves. Choose two different people.`,
  'unknown code': msg`This code is not the inviter’s any more. Choose another one.`,
  'no place': msg`Every place of this code is taken. Give it more places, or choose another one.`,
  'already invited': msg`This user was invited already.`,
  otherwise: msg`The referral was not added.`,
}

/** Why a referral stays. */
export const deleteReferralRefusals: Refusals<'deleteReferral'> = {
  otherwise: msg`The referral was not removed. It may be gone already.`,
}
