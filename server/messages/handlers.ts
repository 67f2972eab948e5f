import type { Handlers } from '../contract.ts'
import { groupOf } from '../users/scope.ts'
import { selectLatestMessages } from './store.ts'

const MOST = 50

/** Conversations between users and admins. */
export const messageHandlers = {
  listConversations: ({ db, caller }) => selectLatestMessages(db, groupOf(caller), MOST),
} satisfies Partial<Handlers>
