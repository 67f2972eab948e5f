import type { Handlers } from '../contract.ts'
import { selectNoticesFor } from './store.ts'

/** Announcements. */
export const noticeHandlers = {
  listMyNotices: ({ db, caller }) => selectNoticesFor(db, caller.groupId),
} satisfies Partial<Handlers>
