import type { Database } from '../database.ts'
import { type Heard, hears } from '../events/hearers.ts'
import type { Language } from '../words/words.ts'

/** Whoever is bound to a chat. */
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

/** Events after a moment that nobody was told of by Telegram, oldest first. */
export function selectUntold(db: Database, after: number, limit: number) {
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

/** Notes that an event needs no telling any more. */
export async function changeTold(db: Database, id: number, now: number): Promise<void> {
  await db
    .updateTable('event')
    .set({ telegramTime: now })
    .where('id', '=', id)
    .where('telegramTime', 'is', null)
    .execute()
}

/** The chats that hear of an event. */
export function selectHearers(db: Database, event: Heard) {
  return db
    .selectFrom('user')
    .select(['id', 'telegram as chat', 'language'])
    .where('telegram', 'is not', null)
    .where(hears(event))
    .orderBy('id')
    .execute()
}
