import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why saved answers were not saved. */
export const editSavedAnswersRefusals: Refusals<'editSavedAnswers'> = {
  otherwise: msg`The settings were not saved.`,
}
