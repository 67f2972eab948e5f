import { sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import { unread } from './store.ts'

type State = Schema<'ConversationState'>

/** Whether the user wrote last, an admin did, or nothing is left to do. */
const STATE = sql<State>`case
  when "seen"."doneId" >= "message"."id" then 'done'
  when "message"."sender" = 'user' then 'waiting'
  else 'answered' end`

/**
 * The latest message of each user, newest first; `group` confines them to one group's users, `state`
 * to the conversations in that state.
 */
export async function selectLatestMessages(
  db: Database,
  { group, state, limit }: { group?: number; state?: State; limit: number },
) {
  const latest = await db
    .selectFrom('message')
    .innerJoin('user', 'user.id', 'message.userId')
    .leftJoin('messageRead as seen', (join) =>
      join.onRef('seen.userId', '=', 'message.userId').on('seen.side', '=', 'admin'),
    )
    .select([
      'message.userId',
      'user.username',
      'message.content',
      'message.createTime',
      'message.sender as from',
    ])
    .select(STATE.as('state'))
    .select(({ selectFrom }) =>
      selectFrom('messagePicture')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .whereRef('messagePicture.messageId', '=', 'message.id')
        .as('pictures'),
    )
    .where('message.id', 'in', (eb) =>
      eb
        .selectFrom('message as latest')
        .select(({ fn }) => fn.max('latest.id').as('id'))
        .groupBy('latest.userId'),
    )
    .$if(group !== undefined, (messages) => messages.where('user.groupId', '=', group!))
    .$if(state !== undefined, (messages) => messages.where(STATE, '=', state!))
    .orderBy('message.createTime', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()
  if (latest.length === 0) return []
  const counted = await unread(db, 'admin')
    .select('message.userId')
    .where(
      'message.userId',
      'in',
      latest.map(({ userId }) => userId),
    )
    .groupBy('message.userId')
    .execute()
  const numbers = new Map(counted.map(({ userId, number }) => [userId, number]))
  return latest.map((row) => ({
    ...row,
    pictures: row.pictures ?? 0,
    unread: numbers.get(row.userId) ?? 0,
  }))
}

/** Notes that nothing is left to do up to a message of a user's conversation; 0 takes it back. */
export async function changeDone(db: Database, userId: number, upTo: number): Promise<void> {
  const { messageId } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.max<number | null>('id').as('messageId'))
    .where('userId', '=', userId)
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow()
  if (messageId === null) {
    await db
      .updateTable('messageRead')
      .set({ doneId: null })
      .where('userId', '=', userId)
      .where('side', '=', 'admin')
      .execute()
    return
  }
  await db
    .insertInto('messageRead')
    .values({ userId, side: 'admin', messageId, doneId: messageId })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'side']).doUpdateSet((eb) => ({
        doneId: messageId,
        // What was read stays read.
        messageId: eb
          .case()
          .when('messageRead.messageId', '<', messageId)
          .then(messageId)
          .else(eb.ref('messageRead.messageId'))
          .end(),
      })),
    )
    .execute()
}
