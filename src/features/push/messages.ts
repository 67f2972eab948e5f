import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why notifications were not changed. */
export const registerPushClientRefusals: Refusals<'registerPushClient'> = {
  otherwise: msg`This was not saved. Try again.`,
}

/** Why notifications were not switched off. */
export const removePushClientRefusals: Refusals<'removePushClient'> = {
  otherwise: msg`Notifications are still on. Try again.`,
}

/** Why no notification came. */
export const sendTestPushRefusals: Refusals<'sendTestPush'> = {
  'browser gone': msg`The browser dropped its notifications. Turn them off and on again.`,
  'push unreachable': msg`The server could not reach this browser’s notification service. Try again later.`,
  'too many tests': msg`Too many tests. Wait a minute, then try again.`,
  otherwise: msg`The server no longer knows this device. Turn notifications off and on again.`,
}
