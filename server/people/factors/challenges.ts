import type { Database } from '../../database/database.ts'
import { keyedHash } from '../../base/keyedHash.ts'

/** How long a passkey may take to answer, ms. */
export const CHALLENGE_LIFETIME_MS = 300_000

type ChallengeInput = { secret: string; challenge: string; userId: number | null }

/** Stores a passkey's challenge: with the person for a new passkey, without one for a login. */
export async function insertChallenge(
  db: Database,
  { secret, challenge, userId, now }: ChallengeInput & { now: number },
): Promise<void> {
  if (userId !== null) await db.deleteFrom('challenge').where('userId', '=', userId).execute()
  const tokenHash = hashOf(secret, challenge)
  const kind = userId === null ? 'login' : 'passkey'
  await db.insertInto('challenge').values({ tokenHash, userId, kind, createTime: now }).execute()
}

/** Uses a challenge up; returns whether it was for this person, or a login, and not expired. */
export async function takeChallenge(
  db: Database,
  { secret, challenge, userId, now }: ChallengeInput & { now: number },
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

/** Deletes expired challenges. */
export async function removeOldChallenges(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('challenge')
    .where('createTime', '<=', now - CHALLENGE_LIFETIME_MS)
    .execute()
}

const hashOf = (secret: string, challenge: string) => keyedHash(secret, 'challenge', challenge)
