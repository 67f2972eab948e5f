import { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { returnAttempt, takeAttempt } from './attempts.ts'
import { hashPassword, isLegacy, isPassword } from './passwords.ts'
import { changePasswordHash } from './people.ts'

const WINDOW = 60_000
const BY_USER = 5

/**
 * Makes sure a password is this person's, within the limit of tries; replaces a hash of the old kind.
 *
 * Refuses with `password retry out of limit` or `invalid password`.
 */
export async function checkPassword(
  { db, now }: Pick<World, 'db' | 'now'>,
  user: { id: number; username: string; passwordHash: string },
  password: string,
): Promise<void> {
  const key = `login:user:${user.id}`
  if (!(await takeAttempt(db, now(), { key, most: BY_USER, window: WINDOW })))
    throw new Refusal(403, 'password retry out of limit')
  if (!(await isPassword(password, user.username, user.passwordHash)))
    throw new Refusal(403, 'invalid password')
  await returnAttempt(db, key)
  if (isLegacy(user.passwordHash))
    await changePasswordHash(db, user.id, await hashPassword(password))
}
