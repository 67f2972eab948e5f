import type { Call } from '../../http/contract.ts'
import { insertEvent } from '../events/store.ts'
import { Refusal } from '../../base/refusal.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import { tooOften } from '../../http/limits/tooOften.ts'
import { groupOf } from '../../http/scope.ts'
import type { World } from '../../http/world.ts'
import { holdRow } from '../../database/revision.ts'
import { changeDone } from './latest.ts'
import { makeRoom } from './pictureRoom.ts'
import { cleanPictures, countPictures, insertPictures } from './pictures.ts'
import { hasWrittenSince, insertMessage } from './store.ts'

const MINUTE_MS = 60_000
const MAX_PER_MINUTE = 20
const DAY_MS = 86_400_000
/** How many pictures a customer may send within a day: 25 MiB. */
const MAX_PICTURES = 50

/** Refuses an unknown user, or one outside the admin's group. */
export async function checkCorrespondent(
  call: Pick<Call<'listMessages'>, 'db' | 'caller' | 'path'>,
): Promise<number> {
  const group = groupOf(call.caller)
  const row = await call.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', call.path.userId)
    .where('type', '=', 'normal')
    .$if(group !== undefined, (users) => users.where('groupId', '=', group!))
    .executeTakeFirst()
  if (!row) throw new Refusal(403)
  return row.id
}

/** Writes to a user, who is notified. With `done` nothing is left to do, as far as was seen. */
export async function sendMessage(call: Call<'sendMessage'>): Promise<'success'> {
  const { db, caller, body, now } = call
  const userId = await checkCorrespondent(call)
  const [content, pictures] = [body.msg.trim(), cleanPictures(body.pictures)]
  checkContent(content, pictures)
  await db.transaction().execute(async (tx) => {
    const message = { userId, sender: 'admin', adminId: caller.id, content } as const
    const id = await insertMessage(tx, { ...message, clientKey: body.key }, now())
    if (id === undefined) return
    await makeRoom(tx, pictures.length, now())
    await insertPictures(tx, { id, ...message }, pictures, now())
    const event = { kind: 'reply', userId, subjectId: caller.id } as const
    await insertEvent(tx, { ...event, effect: `message:${id}`, data: { id } }, now())
    const { done } = body
    if (done !== undefined && !(await hasWrittenSince(tx, userId, done)))
      await changeDone(tx, userId, id)
  })
  return 'success'
}

/** Refuses a message with nothing in it. */
function checkContent(content: string, pictures: readonly unknown[]) {
  if (content === '' && pictures.length === 0) throw new Refusal(400)
}

/**
 * Writes to the admins, from the user area. Refuses with `too many messages`, `too many pictures`,
 * `no room` or `no picture`.
 */
export async function sendMyMessage(call: Call<'sendMyMessage'>): Promise<'success'> {
  const { msg, key, pictures } = call.body
  const message = { userId: call.caller.id, content: msg.trim(), clientKey: key }
  await storeUserMessage(call, message, pictures)
  return 'success'
}

/**
 * Stores what a user wrote, through any channel, and notifies the admins.
 *
 * `sent` are its pictures as base64. Refuses with `too many messages`, `too many pictures`, `no room`
 * or `no picture`; a message with a known key is stored once.
 */
export async function storeUserMessage(
  { db, now }: Pick<World, 'db' | 'now'>,
  message: { userId: number; content: string; clientKey?: string },
  sent: readonly string[] = [],
): Promise<void> {
  const { userId } = message
  const limit = { key: `message:user:${userId}`, most: MAX_PER_MINUTE, window: MINUTE_MS }
  if (!(await takeAttempt(db, now(), limit)))
    throw tooOften(db, now(), [limit], 'too many messages')
  const pictures = cleanPictures(sent)
  checkContent(message.content, pictures)
  await db.transaction().execute(async (tx) => {
    if (pictures.length > 0) await holdRow(tx, 'user', userId)
    const id = await insertMessage(tx, { ...message, sender: 'user' }, now())
    if (id === undefined) return
    await makeRoom(tx, pictures.length, now())
    await insertPictures(tx, { id, userId, sender: 'user' }, pictures, now())
    if (pictures.length > 0 && (await countPictures(tx, userId, now() - DAY_MS)) > MAX_PICTURES)
      throw new Refusal(403, 'too many pictures')
    const event = { kind: 'message', userId: null, subjectId: userId } as const
    await insertEvent(tx, { ...event, effect: `message:${id}`, data: { id } }, now())
  })
}
