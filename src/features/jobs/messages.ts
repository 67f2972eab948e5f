import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why nothing was begun. */
export const createJobRefusals: Refusals<'createJob'> = {
  'selection changed': msg`Another number matches by now, so nothing was done. Look at it again.`,
  'nothing selected': msg`Nothing matches any more, so there is nothing to do.`,
  otherwise: msg`Nothing was done. The group or a server may be gone.`,
}

/** Why a job goes on. */
export const cancelJobRefusals: Refusals<'cancelJob'> = {
  otherwise: msg`It was not cancelled. It may have ended already.`,
}

/** Why what was done stays done. */
export const undoJobRefusals: Refusals<'undoJob'> = {
  otherwise: msg`It was not undone. It may be undone already.`,
}
