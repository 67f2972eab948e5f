import type { Answer } from '#contract'
import type { Call, Visit } from '../../http/contract.ts'
import { openTurns } from '../../network/turns.ts'
import { checkCode } from '../factors/proof.ts'
import { hasFactor } from '../factors/store.ts'
import { Refusal } from '../../base/refusal.ts'
import { languageOfReader } from '../../http/reader.ts'
import { normalEmail } from '#rules/email.ts'
import { type Limit, takeAttempts } from '../../http/limits/attempts.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { checkPassword } from '../session/credentials.ts'
import { limitFor } from '../../http/limits/limits.ts'
import { tooOften } from '../../http/limits/tooOften.ts'
import { isKnownNetwork, recordNetwork } from '../session/networks.ts'
import { checkGuessesLeft } from '../session/tries.ts'
import { findLoginOfAnyAge } from '../session/olderNames.ts'
import { changeLastLogin } from '../session/people.ts'
import { refuseLate } from './lateRefusal.ts'
import { inTurn } from '../session/turns.ts'

const MINUTE_MS = 60_000
/**
 * Log-ins that may fail at one address, of all people there: an office or a mobile network holds
 * many who mistype. Each of them uses up only what is left of the own tries; and who has logged in
 * from there before needs none of these.
 */
const OF_CLIENT = [
  { most: 100, window: MINUTE_MS },
  { most: 1_200, window: 60 * MINUTE_MS },
]
/** The same with one address of nobody's, in a minute. */
const MAX_OF_NOBODY = 5
/**
 * Logins of a client run one after the other: many right passwords behind one address must not use
 * up its limit while their outcome is not known yet. Passwords are hashed in turn anyway.
 */
const turns = openTurns({ perKey: 1, inAll: Infinity, waiting: 500 })
const TOO_MANY = 'password retry out of limit'
const tooMany = ({ db, now }: Call<'logIn'>, limits: readonly Limit[] = []) =>
  tooOften(db, now(), limits, TOO_MANY)

/** Logs a person in by email, password and, once switched on, a code. Refuses as Spec 8 says. */
export async function logIn(call: Call<'logIn'>): Promise<Answer<'logIn'>> {
  // A failed login ends the previous session, as consoles expect.
  await call.session.end()
  try {
    return await (inTurn(turns, call.client, () => enter(call)) ?? Promise.reject(tooMany(call)))
  } catch (error) {
    // After its turn: the right passwords behind the same address do not wait for it.
    if (error instanceof Refusal && error.reason === TOO_MANY) await refuseLate()
    throw error
  }
}

async function enter(call: Call<'logIn'>): Promise<Answer<'logIn'>> {
  const { db, now, body, session } = call
  const guess = { ...call, isLogIn: true }
  const user = await findLoginOfAnyAge(db, body.email)
  // Otherwise who goes on and on would use up the tries of others, too.
  if (user) await checkGuessesLeft(guess, user.id, 'password')
  const limits = await limitsOf(call, user?.id)
  const tried = await takeAttempts(db, now(), limits)
  if (!tried) throw tooMany(call, limits)

  // Answered faster than a wrong password is: no leak, as the specification states it in words
  // anyway.
  if (!user) throw new Refusal(403, 'user not exists')
  await checkPassword(guess, user, body.password)
  const needsCode = await hasFactor(db, user.id)
  if (needsCode && body.code !== undefined) await checkCode(guess, user.id, body.code)
  await tried.giveBack()
  if (needsCode && body.code === undefined) throw new Refusal(403, 'second factor required')
  await changeLastLogin(db, user.id, {
    now: now(),
    language: await languageOfReader(call),
  })
  await recordNetwork(call, user.id)
  await session.start(user.id)
  return { type: user.type, id: user.id }
}

/** What counts for all at one address; nothing for a person who has logged in there before. */
async function limitsOf(call: Call<'logIn'>, userId: number | undefined): Promise<Limit[]> {
  const { client, secret, body } = call
  if (userId !== undefined && (await isKnownNetwork(call, userId))) return []
  const nobody = {
    key: `login:from:${client}:${keyedHash(secret, 'login', normalEmail(body.email))}`,
    most: MAX_OF_NOBODY,
    window: MINUTE_MS,
  }
  const ofAll = OF_CLIENT.map(async ({ most, window }) => ({
    key: `login:from:${client}:${window}`,
    most: await limitFor(call, most),
    window,
  }))
  return [...(userId === undefined ? [nobody] : []), ...(await Promise.all(ofAll))]
}

/** Logs the caller out. */
export async function logOut(session: Visit): Promise<'success'> {
  await session.end()
  return 'success'
}
