import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

const NO_PICTURE = msg`The server could not read one of the pictures. Remove it, or choose another file.`

/** Why a message did not reach the admins. */
export const sendMyMessageRefusals: Refusals<'sendMyMessage'> = {
  'too many messages': msg`Too many messages. Wait a minute, then send it again.`,
  'too many pictures': msg`You sent 50 pictures within a day. Send more tomorrow, or describe it in words.`,
  'no picture': NO_PICTURE,
  'no room': msg`No more pictures can be received at the moment. Remove them, and describe it in words.`,
  otherwise: msg`The message was not sent. Send it again.`,
}

/** Why a message did not reach a user. */
export const sendMessageRefusals: Refusals<'sendMessage'> = {
  'no picture': NO_PICTURE,
  'no room': msg`There is no room for more pictures: 8,000 came in the last 30 days. Remove them, and send the text.`,
  otherwise: msg`The message was not sent. The user may have been deleted.`,
}

/** Why a conversation was not resolved, or not opened again. */
export const finishConversationRefusals: Refusals<'finishConversation'> = {
  otherwise: msg`Nothing was changed. The user may have been deleted.`,
}
