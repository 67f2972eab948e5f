import type { Answer } from '#contract'
import type { Call, Visit } from '../../http/contract.ts'
import { openTurns } from '../../network/turns.ts'
import { checkCode } from '../factors/proof.ts'
import { hasFactor } from '../factors/store.ts'
import { Refusal } from '../../base/refusal.ts'
import { takeAttempts } from '../../http/limits/attempts.ts'
import { checkPassword } from '../session/credentials.ts'
import { limitFor } from '../../http/limits/limits.ts'
import { recordNetwork } from '../session/networks.ts'
import { changeLastLogin, findLogin } from '../session/people.ts'
import { refuseLate } from './lateRefusal.ts'
import { inTurn } from '../session/turns.ts'

const WINDOW_MS = 60_000
// A shared address (an office, a mobile network) holds several people who mistype.
const MAX_BY_CLIENT = 20
/**
 * Logins of a client run one after the other: many right passwords behind one address must not use
 * up its limit while their outcome is not known yet. Passwords are hashed in turn anyway.
 */
const turns = openTurns({ perKey: 1, inAll: Infinity, waiting: 500 })
const TOO_MANY = 'password retry out of limit'
const tooMany = () => new Refusal(403, TOO_MANY)

/** Logs a person in by email, password and, once switched on, a code. Refuses as Spec 8 says. */
export async function logIn(call: Call<'logIn'>): Promise<Answer<'logIn'>> {
  // A failed login ends the previous session, as consoles expect.
  await call.session.end()
  try {
    return await (inTurn(turns, call.client, () => enter(call)) ?? Promise.reject(tooMany()))
  } catch (error) {
    // After its turn: the right passwords behind the same address do not wait for it.
    if (error instanceof Refusal && error.reason === TOO_MANY) await refuseLate()
    throw error
  }
}

async function enter(call: Call<'logIn'>): Promise<Answer<'logIn'>> {
  const { db, now, body, client, session } = call
  const limit = {
    key: `login:from:${client}`,
    most: limitFor(client, MAX_BY_CLIENT),
    window: WINDOW_MS,
  }
  const tried = await takeAttempts(db, now(), [limit])
  if (!tried) throw tooMany()

  const user = await findLogin(db, body.email)
  // Answered faster than a wrong password is: no leak, as the specification states it in words
  // anyway.
  if (!user) throw new Refusal(403, 'user not exists')
  const guess = { ...call, isLogIn: true }
  await checkPassword(guess, user, body.password)
  const needsCode = await hasFactor(db, user.id)
  if (needsCode && body.code !== undefined) await checkCode(guess, user.id, body.code)
  await tried.giveBack()
  if (needsCode && body.code === undefined) throw new Refusal(403, 'second factor required')
  await changeLastLogin(db, user.id, now())
  await recordNetwork(call, user.id)
  await session.start(user.id)
  return { type: user.type, id: user.id }
}

/** Logs the caller out. */
export async function logOut(session: Visit): Promise<'success'> {
  await session.end()
  return 'success'
}
