import { randomBytes } from 'node:crypto'
import type { Call } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { languageOfReader } from '../../http/reader.ts'
import type { World } from '../../http/world.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { takeTryOf } from '../../http/limits/limits.ts'
import { recordNetwork } from '../session/networks.ts'
import { changeLastLogin } from '../session/people.ts'

/** How long a login link from the messaging service is valid. Wire-contract facts: 2.3. */
const LIFETIME_MS = 300_000
const TRIES = { what: 'telegramLogin', most: 20, window: 120_000 }

/**
 * The address that logs a user in once, for the messaging service to send; valid for five minutes.
 *
 * A new one replaces earlier ones. Admins have none: undefined.
 */
export async function newLoginLink(
  { db, now, secret, config }: Pick<World, 'db' | 'now' | 'secret' | 'config'>,
  userId: number,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('hex')
  const isMade = await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('user')
      .select('id')
      .where('id', '=', userId)
      .where('type', '=', 'normal')
      .executeTakeFirst()
    if (!user) return false
    await tx
      .deleteFrom('telegramToken')
      .where('userId', '=', userId)
      .where('kind', '=', 'login')
      .execute()
    const tokenHash = hashOf(secret, token)
    const row = { tokenHash, kind: 'login' as const, userId, createTime: now() }
    await tx.insertInto('telegramToken').values(row).execute()
    return true
  })
  return isMade ? `${config.site}/home/login/telegram/${token}` : undefined
}

/** Logs in with a link of the messaging service, once; never an admin. */
export async function logInByTelegram(call: Call<'logInByTelegram'>): Promise<'success'> {
  const { db, now, body, secret, session } = call
  await session.end()
  const tried = await takeTryOf(call, TRIES)
  const used = await db
    .deleteFrom('telegramToken')
    .where('tokenHash', '=', hashOf(secret, body.token))
    .where('kind', '=', 'login')
    .where('createTime', '>', now() - LIFETIME_MS)
    .returning('userId')
    .executeTakeFirst()
  // A user who has become an admin since must use a password.
  const user = used && (await findNormalUser(db, used.userId))
  if (!user) throw new Refusal(403)
  await tried.giveBack()
  await changeLastLogin(db, user.id, {
    now: now(),
    language: await languageOfReader(call),
  })
  await recordNetwork(call, user.id)
  await session.start(user.id)
  return 'success'
}

/** Deletes expired links. */
export async function removeOldLoginTokens(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('telegramToken')
    .where('kind', '=', 'login')
    .where('createTime', '<=', now - LIFETIME_MS)
    .execute()
}

const findNormalUser = (db: Database, id: number) =>
  db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', 'normal')
    .executeTakeFirst()

const hashOf = (secret: string, token: string) => keyedHash(secret, 'telegramLogin', token)
