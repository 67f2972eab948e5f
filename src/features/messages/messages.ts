import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a message did not reach the admins. */
export const sendMyMessageRefusals: Refusals<'sendMyMessage'> = {
  'too many messages': msg`You wrote a lot in a short time. Send it again in a minute.`,
  otherwise: msg`The message was not sent. Send it again.`,
}

/** Why a message did not reach a user. */
export const sendMessageRefusals: Refusals<'sendMessage'> = {
  otherwise: msg`The message was not sent. The user may have been deleted.`,
}

/** Why a conversation was not resolved, or not opened again. */
export const finishConversationRefusals: Refusals<'finishConversation'> = {
  otherwise: msg`Nothing was changed. The user may have been deleted.`,
}
