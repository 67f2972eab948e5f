import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a job was not started. */
export const createJobRefusals: Refusals<'createJob'> = {
  'selection changed': msg`The number of matches changed, so nothing was done. Review it and try again.`,
  'nothing selected': msg`Nothing matches now, so there is nothing to do.`,
  otherwise: msg`Nothing was done. The group or a server may have been deleted.`,
}

/** Why a job was not stopped. */
export const cancelJobRefusals: Refusals<'cancelJob'> = {
  otherwise: msg`It was not canceled. It may have finished already.`,
}

/** Why a job was not undone. */
export const undoJobRefusals: Refusals<'undoJob'> = {
  otherwise: msg`It was not undone. It may be undone already.`,
}
