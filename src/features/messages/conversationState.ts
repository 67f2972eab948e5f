import type { Schema } from '#contract'

/** Whether a user waits, an admin wrote last, or nothing is left to do. */
export type ConversationState = Schema<'ConversationState'>

/** The most pressing first. */
export const CONVERSATION_STATES: readonly ConversationState[] = ['waiting', 'answered', 'done']
