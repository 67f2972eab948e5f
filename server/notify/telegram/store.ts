import type { Kysely } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type EventScope, recipientsOf } from '../../messaging/events/recipients.ts'
import type { Tables } from '../../database/tables.ts'
import type { Language } from '../../base/words/words.ts'

/** The person bound to a chat. */
export type Bound = NonNullable<Awaited<ReturnType<typeof findBound>>>

/** The person bound to a chat. */
export function findBound(db: Database, chat: string) {
  return db
    .selectFrom('user')
    .select(['id', 'type', 'email', 'language'])
    .where('telegram', '=', chat)
    .executeTakeFirst()
}

/** The chat of a person, if one is bound. */
export async function findChat(db: Database, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .select('telegram')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.telegram ?? undefined
}

/** Binds a chat to a person who has none; says whether it did. Throws when the chat is somebody's. */
export async function changeChat(db: Database, userId: number, chat: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ telegram: chat })
    .where('id', '=', userId)
    .where('telegram', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Remembers in which language a person is written to, unless that is known. */
export async function changeLanguage(db: Database, userId: number, language: Language) {
  await db
    .updateTable('user')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is', null)
    .execute()
}

/** Lets go of a person's chat; says whether there was one. */
export async function removeChat(db: Database, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ telegram: null })
    .where('id', '=', userId)
    .where('telegram', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Events after a moment that nobody was notified of by Telegram, oldest first. */
export function selectUnnotified(db: Database, after: number, limit: number) {
  return db
    .selectFrom('event')
    .select(['id', 'kind', 'userId', 'subjectId', 'data'])
    .where('telegramTime', 'is', null)
    .where('createTime', '>=', after)
    .orderBy('createTime')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Notes that an event needs no notification any more. */
export async function changeToNotified(db: Kysely<Tables>, id: number, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('event')
      .set({ telegramTime: now })
      .where('id', '=', id)
      .where('telegramTime', 'is', null)
      .execute()
    await tx.deleteFrom('telegramDelivery').where('eventId', '=', id).execute()
  })
}

/** Claims the delivery to a person; of several who try, and ever after, one gets it. */
export async function claimDelivery(
  db: Database,
  eventId: number,
  userId: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('telegramDelivery')
    .columns(['eventId', 'userId'])
    .expression((from) =>
      from
        .selectFrom('event')
        .innerJoin('user', (join) => join.on('user.id', '=', userId))
        .select(['event.id', 'user.id as userId'])
        .where('event.id', '=', eventId)
        // Somebody else may have notified everybody meanwhile.
        .where('event.telegramTime', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Releases it: the person was not notified. */
export async function releaseDelivery(
  db: Database,
  eventId: number,
  userId: number,
): Promise<void> {
  await db
    .deleteFrom('telegramDelivery')
    .where('eventId', '=', eventId)
    .where('userId', '=', userId)
    .execute()
}

/** The chats that are notified of an event. */
export function selectRecipients(db: Database, event: EventScope) {
  return db
    .selectFrom('user')
    .select(['id', 'telegram as chat', 'language'])
    .where('telegram', 'is not', null)
    .where(recipientsOf(event))
    .orderBy('id')
    .execute()
}
