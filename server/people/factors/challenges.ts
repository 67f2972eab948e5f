import type { Database } from '../../database/database.ts'
import { keyedHash } from '../../base/keyedHash.ts'

/** How long a passkey may take to answer. */
export const CHALLENGE_LIFETIME_MS = 300_000

type Asked = { secret: string; challenge: string; userId: number | null }

/** Keeps what a passkey was asked to sign: by whom for a new passkey, by nobody for a login. */
export async function insertChallenge(
  db: Database,
  { secret, challenge, userId, now }: Asked & { now: number },
): Promise<void> {
  if (userId !== null) await db.deleteFrom('challenge').where('userId', '=', userId).execute()
  const tokenHash = hashOf(secret, challenge)
  const kind = userId === null ? 'login' : 'passkey'
  await db.insertInto('challenge').values({ tokenHash, userId, kind, createTime: now }).execute()
}

/** Uses a challenge up; says whether it was asked of this person, or of anybody, and not too long ago. */
export async function takeChallenge(
  db: Database,
  { secret, challenge, userId, now }: Asked & { now: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('challenge')
    .where('tokenHash', '=', hashOf(secret, challenge))
    .where('kind', '=', userId === null ? 'login' : 'passkey')
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('createTime', '>', now - CHALLENGE_LIFETIME_MS)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Forgets challenges nobody answered in time. */
export async function removeOldChallenges(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('challenge')
    .where('createTime', '<=', now - CHALLENGE_LIFETIME_MS)
    .execute()
}

const hashOf = (secret: string, challenge: string) => keyedHash(secret, 'challenge', challenge)
