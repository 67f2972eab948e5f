import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the template of a profile was not saved. */
export const editProfileTemplateRefusals: Refusals<'editProfileTemplate'> = {
  'invalid template': msg`The template was not saved: apps could not use it. What is wrong is listed here.`,
  otherwise: msg`The template was not saved.`,
}

/** Why there is no preview of a profile. */
export const previewProfileTemplateRefusals: Refusals<'previewProfileTemplate'> = {
  otherwise: msg`The template was not checked.`,
}
