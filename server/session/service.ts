import type { Answer } from '#contract'
import type { Call, Visit } from '../contract.ts'
import { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { returnAttempt, takeAttempt } from './attempts.ts'
import { hashPassword, isLegacy, isPassword } from './passwords.ts'
import { changeLastLogin, changePasswordHash, findLogin } from './people.ts'

const WINDOW = 60_000
const BY_USER = 5
// A shared address (an office, a mobile network) holds several people who mistype.
const BY_ADDRESS = 20

/** Logs somebody in by e-mail and password. Refuses with the words of Spec 8. */
export async function logIn(call: Call<'logIn'>): Promise<Answer<'logIn'>> {
  const { db, now, body, address, session } = call
  // A failed login ends the login before it, as consoles expect.
  await session.end()
  const byAddress = { key: `login:address:${address}`, most: BY_ADDRESS, window: WINDOW }
  if (!(await takeAttempt(db, now(), byAddress)))
    throw new Refusal(403, 'password retry out of limit')

  const user = await findLogin(db, body.email.toLowerCase())
  if (!user) throw new Refusal(403, 'user not exists')
  await checkPassword(call, user, body.password)
  await returnAttempt(db, byAddress.key)
  await changeLastLogin(db, user.id, now())
  await session.start(user.id)
  return { type: user.type, id: user.id }
}

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

/** Logs out whoever is here. */
export async function logOut(session: Visit): Promise<'success'> {
  await session.end()
  return 'success'
}

