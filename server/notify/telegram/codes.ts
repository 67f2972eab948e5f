import { createHmac } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import type { World } from '../../http/world.ts'

/** How long a code stays the same. Wire-contract facts: 2.3. */
const LIFETIME_MS = 120_000
const CODES = 100_000_000n

/**
 * The eight digits that bind this person's chat, and for how long they are shown (ms).
 *
 * They follow from the secret, the person and the time, so only their hash is stored: for finding
 * whose they are. Of two people with the same digits the later gets others.
 */
export async function showCode(
  { db, now, secret }: Pick<World, 'db' | 'now' | 'secret'>,
  userId: number,
): Promise<{ code: string; remaining: number }> {
  const at = now()
  const from = Math.floor(at / LIFETIME_MS) * LIFETIME_MS
  for (let turn = 0; ; turn += 1) {
    const code = codeOf(secret, `${userId}:${from}:${turn}`)
    if ((await keepCode(db, hashOf(secret, code), userId, from)) === userId)
      return { code, remaining: from + LIFETIME_MS - at }
  }
}

/**
 * Uses a code up; says whose it was. Undefined for one that is wrong, used or too old.
 *
 * One that has just been replaced on screen is still good: it may have been typed meanwhile.
 */
export async function takeCode(
  tx: Database,
  { now, secret }: Pick<World, 'now' | 'secret'>,
  code: string,
): Promise<number | undefined> {
  const taken = await tx
    .deleteFrom('telegramToken')
    .where('tokenHash', '=', hashOf(secret, code))
    .where('kind', '=', 'bind')
    .where('createTime', '>', now() - 2 * LIFETIME_MS)
    .returning('userId')
    .executeTakeFirst()
  return taken?.userId
}

/** Keeps whose code it is, unless it is somebody's; says whose it is then. */
async function keepCode(db: Database, tokenHash: string, userId: number, createTime: number) {
  const find = () =>
    db
      .selectFrom('telegramToken')
      .select('userId')
      .where('tokenHash', '=', tokenHash)
      .where('createTime', '=', createTime)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.userId
  await db
    .deleteFrom('telegramToken')
    .where('kind', '=', 'bind')
    .where('createTime', '<=', createTime - 2 * LIFETIME_MS)
    .execute()
  await db
    .insertInto('telegramToken')
    .values({ tokenHash, kind: 'bind', userId, createTime })
    .onConflict((conflict) => conflict.column('tokenHash').doNothing())
    .execute()
  return (await find())?.userId
}

function codeOf(secret: string, what: string): string {
  const digest = createHmac('sha256', secret).update(`telegramCode:${what}`).digest()
  return String(digest.readBigUInt64BE() % CODES).padStart(8, '0')
}

const hashOf = (secret: string, code: string) => keyedHash(secret, 'telegramBind', code)
