import type { Schema } from '#contract'
import { fitsMessage } from '#rules/messagePicture.ts'
import { cleanPicture, type TypedPicture } from '../../base/pictures/clean.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import type { MessagePictureTable } from '../../database/tables.ts'

/** A picture as it is sent to who may see it. */
export type StoredPicture = Pick<MessagePictureTable, 'type'> & { bytes: Buffer }

/**
 * Pictures from base64, without anything that is not drawn; the contract bounds their bytes. Refuses with `no picture`.
 */
export function cleanPictures(sent: readonly string[] = []): TypedPicture[] {
  return sent.map((data) => {
    const picture = cleanPicture(Buffer.from(data, 'base64'), fitsMessage)
    if (!picture) throw new Refusal(403, 'no picture')
    return picture
  })
}

/** Stores the pictures of a message, in its transaction. */
export async function insertPictures(
  tx: Database,
  message: { id: number; userId: number; sender: 'user' | 'admin' },
  pictures: readonly TypedPicture[],
  now: number,
): Promise<void> {
  const { id: messageId, userId, sender } = message
  const rows = pictures.map((picture) => ({
    ...picture,
    messageId,
    userId,
    sender,
    createTime: now,
  }))
  if (rows.length > 0) await tx.insertInto('messagePicture').values(rows).execute()
}

/** How many pictures a customer has sent after a moment (ms). */
export async function countPictures(db: Database, userId: number, after: number): Promise<number> {
  const { number } = await db
    .selectFrom('messagePicture')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('userId', '=', userId)
    .where('sender', '=', 'user')
    .where('createTime', '>', after)
    .executeTakeFirstOrThrow()
  return number
}

/** The pictures of these messages, by message; in the order they were sent. */
export async function selectPictures(db: Database, messageIds: readonly number[]) {
  const found = new Map<number, { pictures: Schema<'MessagePicture'>[] }>()
  if (messageIds.length === 0) return found
  const rows = await db
    .selectFrom('messagePicture')
    .select(['messageId', 'id', 'width', 'height'])
    .where('messageId', 'in', messageIds)
    .orderBy('id')
    .execute()
  for (const { messageId, ...picture } of rows)
    found.getOrInsertComputed(messageId, () => ({ pictures: [] })).pictures.push(picture)
  return found
}

/** A picture of a user's conversation, or a 404. */
export async function findPicture(
  db: Database,
  userId: number,
  id: number,
): Promise<StoredPicture> {
  const row = await db
    .selectFrom('messagePicture')
    .select(['type', 'bytes'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal(404)
  return { type: row.type, bytes: Buffer.from(row.bytes) }
}
