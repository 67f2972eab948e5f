import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why something is not announced. */
export const createNoticeRefusals: Refusals<'createNotice'> = {
  otherwise: msg`The announcement was not saved. A group it is for may have been deleted.`,
}

/** Why an announcement was not changed. */
export const editNoticeRefusals: Refusals<'editNotice'> = {
  otherwise: msg`The announcement was not changed. It, or a group it is for, may have been deleted.`,
}

/** Why an announcement was not deleted. */
export const deleteNoticeRefusals: Refusals<'deleteNotice'> = {
  otherwise: msg`The announcement was not deleted. It may have been deleted already.`,
}
