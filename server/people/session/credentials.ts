import { Refusal } from '../../base/refusal.ts'
import { hashPassword, isLegacy, isPassword } from './passwords.ts'
import { changePasswordHash } from './people.ts'
import { type Guess, takeGuess } from './tries.ts'

/**
 * Verifies a person's password, within the limit of guesses; replaces a hash of the old kind.
 *
 * Refuses with `password retry out of limit` or `invalid password`.
 */
export async function checkPassword(
  guess: Guess,
  user: { id: number; username: string; passwordHash: string },
  password: string,
): Promise<void> {
  const tried = await takeGuess(guess, user.id, 'password')
  if (!(await isPassword(password, user.username, user.passwordHash)))
    throw new Refusal(403, 'invalid password')
  await tried.giveBack()
  if (isLegacy(user.passwordHash))
    await changePasswordHash(guess.db, user.id, await hashPassword(password))
}
