import type { Answer } from '#contract'
import type { Call, Visit } from '../contract.ts'
import { checkCode } from '../factors/proof.ts'
import { hasFactor } from '../factors/store.ts'
import { Refusal } from '../refusal.ts'
import { returnAttempt, takeAttempt } from './attempts.ts'
import { checkPassword } from './credentials.ts'
import { changeLastLogin, findLogin } from './people.ts'

const WINDOW = 60_000
// A shared address (an office, a mobile network) holds several people who mistype.
const BY_ADDRESS = 20

/** Logs somebody in by e-mail, password and, once switched on, a code. Refuses as Spec 8 says. */
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
  const asksCode = await hasFactor(db, user.id)
  if (asksCode && body.code !== undefined) await checkCode(call, user.id, body.code)
  await returnAttempt(db, byAddress.key)
  if (asksCode && body.code === undefined) throw new Refusal(403, 'second factor required')
  await changeLastLogin(db, user.id, now())
  await session.start(user.id)
  return { type: user.type, id: user.id }
}

/** Logs out whoever is here. */
export async function logOut(session: Visit): Promise<'success'> {
  await session.end()
  return 'success'
}
