import type { Query, Schema } from '#contract'

/** Whether a user waits, an admin wrote last, or nothing is left to do. */
export type ConversationState = Schema<'ConversationState'>

/** The most pressing first. */
export const CONVERSATION_STATES: readonly ConversationState[] = ['waiting', 'answered', 'done']

export type InboxSort = NonNullable<Query<'listConversations'>['sort']>

/** Which conversations are listed, as the address has it; what is left out is as usual. */
export type InboxView = { state?: ConversationState; search?: string; sort?: InboxSort }

/** A view as it is written into the address: without what is as usual. */
export function inboxView({ state, search, sort }: Record<string, unknown>): InboxView {
  const found = CONVERSATION_STATES.find((one) => one === state)
  return {
    ...(found && found !== 'waiting' && { state: found }),
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(sort === 'newest' && { sort }),
  }
}
