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
