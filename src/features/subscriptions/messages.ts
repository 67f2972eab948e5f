import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a subscription link was not changed. */
export const renewMySubscriptionRefusals: Refusals<'renewMySubscription'> = {
  otherwise: msg`The link was not renewed. The account may no longer be yours.`,
}

/** Why the subscription link of a customer was not changed. */
export const renewAccountSubscriptionRefusals: Refusals<'renewAccountSubscription'> = {
  otherwise: msg`The link was not renewed. The account may have been deleted, or is no longer in your group.`,
}

/** Why the template of a profile was not saved. */
export const editProfileTemplateRefusals: Refusals<'editProfileTemplate'> = {
  'invalid template': msg`The template was not saved: apps could not use it. What is wrong is listed here.`,
  otherwise: msg`The template was not saved.`,
}

/** Why there is no preview of a profile. */
export const previewProfileTemplateRefusals: Refusals<'previewProfileTemplate'> = {
  otherwise: msg`The template was not checked.`,
}
