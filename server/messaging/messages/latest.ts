import type { Selectable, Transaction } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import type { MessageTable, Tables } from '../../database/tables.ts'

type State = Schema<'ConversationState'>
type Latest = Pick<Selectable<MessageTable>, 'id' | 'userId' | 'sender' | 'createTime'>

/** Follows a new message: who wrote last, and since when the other side is to answer. */
export async function noteLatest(
  tx: Database,
  { id, userId, sender, createTime }: Latest,
): Promise<void> {
  const state = sender === 'user' ? ('waiting' as const) : ('answered' as const)
  await tx
    .insertInto('conversation')
    .values({ userId, messageId: id, sender, time: createTime, state, since: createTime })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet((eb) => ({
          messageId: id,
          sender,
          time: createTime,
          state,
          // Who writes twice has waited since the first time.
          since: eb
            .case()
            .when('conversation.state', '=', state)
            .then(eb.ref('conversation.since'))
            .else(createTime)
            .end(),
        }))
        // Of two at once, the later one is the last, in whichever order they come here.
        .where('conversation.messageId', '<', id),
    )
    .execute()
}

/** The last message of a user's conversation up to an id; undefined where there is none. */
export async function findLast(
  db: Database,
  userId: number,
  upTo: number,
): Promise<number | undefined> {
  const { id } = await db
    .selectFrom('message')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('userId', '=', userId)
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow()
  return id ?? undefined
}

/**
 * Notes that nothing is left to do up to a message of a user's conversation; 0 takes it back. Writes
 * the conversation first, as a new message does: two at once must not wait for each other.
 */
export async function changeDone(
  tx: Transaction<Tables>,
  userId: number,
  upTo: number,
): Promise<void> {
  const messageId = await findLast(tx, userId, upTo)
  await noteDone(tx, userId, messageId ?? 0)
  if (messageId === undefined) {
    await tx
      .updateTable('messageRead')
      .set({ doneId: null })
      .where('userId', '=', userId)
      .where('side', '=', 'admin')
      .execute()
    return
  }
  await tx
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

async function noteDone(db: Database, userId: number, upTo: number): Promise<void> {
  await db
    .updateTable('conversation')
    .set((eb) => ({
      state: eb
        .case()
        .when('conversation.messageId', '<=', upTo)
        .then(eb.val<State>('done'))
        .when('conversation.sender', '=', 'user')
        .then(eb.val<State>('waiting'))
        .else(eb.val<State>('answered'))
        .end(),
    }))
    .where('userId', '=', userId)
    .execute()
}
