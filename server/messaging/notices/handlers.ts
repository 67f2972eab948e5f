import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { createNotice, editNotice } from './service.ts'
import { findNotice, selectGroupsOf, selectNotices, selectNoticesFor } from './store.ts'
import { toNotice } from './view.ts'

/** Announcements. */
export const noticeHandlers = {
  listMyNotices: ({ db, caller }) => selectNoticesFor(db, caller.groupId),
  listNotices: ({ db }) => selectNotices(db),
  async getNotice({ db, path }) {
    const row = found(await findNotice(db, path.noticeId))
    return toNotice(row, await selectGroupsOf(db, row.id))
  },
  createNotice: (call) => createNotice(call),
  editNotice: (call) => editNotice(call),
  replaceNotice: (call) => editNotice(call),
} satisfies Partial<Handlers>
