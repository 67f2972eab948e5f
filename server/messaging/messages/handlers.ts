import type { Handlers } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { changeDone, selectLatestMessages } from './conversations.ts'
import { holdSettings, saveSetting, showSetting } from '../../database/settings/saveSetting.ts'
import { checkCorrespondent, sendMessage, sendMyMessage } from './service.ts'
import { changeRead, countUnread, countUnreadConversations, selectMessages } from './store.ts'

const MAX_PAGE_SIZE = 50

/** Conversations between users and admins. */
export const messageHandlers = {
  listConversations: ({ db, caller, query }) =>
    selectLatestMessages(db, {
      group: groupOf(caller),
      state: query.state,
      limit: MAX_PAGE_SIZE,
    }),
  async listMessages(call) {
    return selectMessages(call.db, await checkCorrespondent(call), call.query.lasttime)
  },
  sendMessage,
  getSavedAnswers: ({ db }) => showSetting(db, 'answers'),
  editSavedAnswers: ({ db, body }) =>
    db.transaction().execute(async (tx) => {
      await holdSettings(tx)
      return saveSetting(tx, 'answers', body.data, body.revision)
    }),
  async readMessages(call) {
    const userId = await checkCorrespondent(call)
    await changeRead(call.db, { userId, side: 'admin', upTo: call.body.id })
    return 'success' as const
  },
  async finishConversation(call) {
    await changeDone(call.db, await checkCorrespondent(call), call.body.id)
    return 'success' as const
  },
  async getUnreadMessages({ db, caller }) {
    return { unread: await countUnreadConversations(db, groupOf(caller)) }
  },
  listMyMessages: ({ db, caller, query }) => selectMessages(db, caller.id, query.lasttime),
  sendMyMessage,
  async readMyMessages({ db, caller, body }) {
    await changeRead(db, { userId: caller.id, side: 'user', upTo: body.id })
    return 'success' as const
  },
  async getMyUnreadMessages({ db, caller }) {
    return { unread: await countUnread(db, caller.id) }
  },
} satisfies Partial<Handlers>
