import type { Query } from '#contract'
import type { Database } from '../../database/database.ts'
import type { MessageTable } from '../../database/tables.ts'
import { findLast, noteLatest } from './latest.ts'
import { selectPictures } from './pictures.ts'

type Side = MessageTable['sender']
type NewMessage = Pick<MessageTable, 'userId' | 'sender' | 'content'> & {
  adminId?: number
  clientKey?: string
}

const MAX_MESSAGES = 200

/**
 * The conversation of a user and the admins, oldest first, the last 200: after a moment (ms), or
 * before a message.
 */
export async function selectMessages(
  db: Database,
  userId: number,
  { lasttime = 0, before }: Query<'listMessages'>,
) {
  const rows = await db
    .selectFrom('message')
    .select(['id', 'createTime', 'content', 'sender as from'])
    .where('userId', '=', userId)
    .where('createTime', '>', lasttime)
    .$if(before !== undefined, (messages) => messages.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  const pictures = await selectPictures(
    db,
    rows.map(({ id }) => id),
  )
  return rows.reverse().map((row) => ({ ...row, ...pictures.get(row.id) }))
}

/**
 * Stores a message; undefined when its sender had sent it already.
 *
 * Within a conversation no two messages have the same time, so that a client that requests
 * everything after one misses none.
 */
export async function insertMessage(
  tx: Database,
  message: NewMessage,
  now: number,
): Promise<number | undefined> {
  const last = await tx
    .selectFrom('message')
    .select('createTime')
    .where('userId', '=', message.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const createTime = Math.max(now, (last?.createTime ?? 0) + 1)
  const row = await tx
    .insertInto('message')
    .values({ ...message, createTime })
    .onConflict((conflict) => conflict.columns(['userId', 'sender', 'clientKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  await noteLatest(tx, { ...message, id: row.id, createTime })
  return row.id
}

/** Whether a user wrote something after this message. */
export async function hasWrittenSince(db: Database, userId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '>', id)
    .where('sender', '=', 'user')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records up to which message a side has read; never moves back. */
export async function changeRead(
  db: Database,
  { userId, side, upTo }: { userId: number; side: Side; upTo: number },
): Promise<void> {
  // A message that does not exist yet cannot have been read.
  const messageId = await findLast(db, userId, upTo)
  if (messageId === undefined) return
  await db
    .insertInto('messageRead')
    .values({ userId, side, messageId })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'side'])
        .doUpdateSet({ messageId })
        .where('messageRead.messageId', '<', messageId),
    )
    .execute()
}

/** How many messages of the admins a user has not read. */
export async function countUnread(db: Database, userId: number): Promise<number> {
  const { number } = await unread(db, 'user')
    .where('message.userId', '=', userId)
    .executeTakeFirstOrThrow()
  return number
}

/** Unread messages of the other side; an admin's answer marks earlier messages as read. */
export function unread(db: Database, side: Side) {
  return (
    db
      .selectFrom('message')
      .leftJoin('messageRead', (join) =>
        join.onRef('messageRead.userId', '=', 'message.userId').on('messageRead.side', '=', side),
      )
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('message.sender', '!=', side)
      .where((eb) => eb('message.id', '>', eb.fn.coalesce('messageRead.messageId', eb.val(0))))
      // Not for users: a message written offline is sent after an answer the user has not seen yet.
      .$if(side === 'admin', (messages) =>
        messages.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('message as answer')
                .select('answer.id')
                .whereRef('answer.userId', '=', 'message.userId')
                .where('answer.sender', '=', 'admin')
                .whereRef('answer.id', '>', 'message.id'),
            ),
          ),
        ),
      )
  )
}
