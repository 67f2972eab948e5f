import type { Call } from '../contract.ts'
import { Refusal } from '../refusal.ts'
import { hashPassword } from '../session/passwords.ts'
import { changePasswordHash, findLoginById } from '../session/people.ts'
import { checkPassword } from '../session/credentials.ts'
import { removeSessionsOf } from '../session/store.ts'

/**
 * Gives the caller another password to log in with; every other visit of theirs ends.
 *
 * Refuses with `invalid password` or `password retry out of limit`.
 */
export async function changePassword(
  call: Call<'changeMyPassword' | 'changeAdminPassword'>,
): Promise<'success'> {
  const { db, caller, body, session } = call
  const user = await findLoginById(db, caller.id)
  if (!user) throw new Refusal(403)
  await checkPassword(call, user, body.password)
  const passwordHash = await hashPassword(body.newPassword)
  await db.transaction().execute(async (tx) => {
    await changePasswordHash(tx, user.id, passwordHash)
    await removeSessionsOf(tx, user.id)
  })
  await session.start(user.id)
  return 'success'
}
