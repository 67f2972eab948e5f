import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Verb } from './action.ts'

/** The words for each action when typed. */
export const VERB_WORDS: Record<Verb, MessageDescriptor> = {
  extend: msg({
    message: 'extend|prolong|renew',
    comment: 'Words somebody types to move the end of an account, with | between them',
  }),
  ban: msg({
    message: 'ban|block',
    comment: 'Words somebody types to ban an account, with | between them',
  }),
  unban: msg({
    message: 'unban|unblock',
    comment: 'Words somebody types to lift a ban, with | between them',
  }),
  reset: msg({
    message: 'reset',
    comment: 'Words somebody types to set the traffic of an account back, with | between them',
  }),
  message: msg({
    message: 'message|write to|write',
    comment: 'Words somebody types to write to a user, with | between them',
  }),
}
