import { Readable } from 'node:stream'
import type { Call, Handlers } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { inTransaction } from '../../database/database.ts'
import { countConversations, selectConversations } from './conversations.ts'
import { holdSettings, saveSetting, showSetting } from '../../database/settings/saveSetting.ts'
import { findPicture, type StoredPicture } from './pictures.ts'
import { changeDone } from './latest.ts'
import { checkCorrespondent, sendMessage, sendMyMessage } from './service.ts'
import { changeRead, countUnread, selectMessages } from './store.ts'

/** A picture never changes. Another session, by its cookie, has to ask for it again. */
const FOREVER = 'private, max-age=31536000, immutable'
/** Opened as a page, it can do nothing and belongs to no site. */
const ALONE = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'"

/** Conversations between users and admins. */
export const messageHandlers = {
  listConversations: ({ db, caller, query }) => selectConversations(db, groupOf(caller), query),
  async listMessages(call) {
    return selectMessages(call.db, await checkCorrespondent(call), call.query)
  },
  sendMessage,
  async getMessagePicture(call) {
    return send(
      call,
      await findPicture(call.db, await checkCorrespondent(call), call.path.pictureId),
    )
  },
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
    const userId = await checkCorrespondent(call)
    await inTransaction(call.db, (tx) => changeDone(tx, userId, call.body.id))
    return 'success' as const
  },
  getUnreadMessages: ({ db, caller, query }) =>
    countConversations(db, groupOf(caller), query.search),
  listMyMessages: ({ db, caller, query }) => selectMessages(db, caller.id, query),
  sendMyMessage,
  async getMyMessagePicture(call) {
    return send(call, await findPicture(call.db, call.caller.id, call.path.pictureId))
  },
  async readMyMessages({ db, caller, body }) {
    await changeRead(db, { userId: caller.id, side: 'user', upTo: body.id })
    return 'success' as const
  },
  async getMyUnreadMessages({ db, caller }) {
    return { unread: await countUnread(db, caller.id) }
  },
} satisfies Partial<Handlers>

function send({ header }: Pick<Call<'getMyMessagePicture'>, 'header'>, picture: StoredPicture) {
  const { type, bytes } = picture
  header('cache-control', FOREVER)
  header('vary', 'cookie')
  header('content-security-policy', ALONE)
  header('content-disposition', `inline; filename="picture.${type.slice('image/'.length)}"`)
  header('content-type', type)
  header('content-length', String(bytes.length))
  return Readable.from([bytes])
}
