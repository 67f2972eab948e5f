import { randomBytes } from 'node:crypto'
import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { languageOfReader } from '../../http/reader.ts'
import { takeTryOf } from '../../http/limits/limits.ts'
import { recordNetwork } from '../session/networks.ts'
import { changeLastLogin, findLoginById } from '../session/people.ts'
import { CHALLENGE_LIFETIME_MS, insertChallenge } from './challenges.ts'
import { checkPasskey } from './passkeyAnswer.ts'

/** Challenges a client may request, and answers that may fail, in ten minutes. */
const TRIES = { most: 60, window: 600_000 }

/** Requests any passkey; the answer says whose it is. */
export async function beginPasskeyLogIn(
  call: Call<'beginPasskeyLogIn'>,
): Promise<Answer<'beginPasskeyLogIn'>> {
  const { db, now, secret } = call
  await takeTryOf(call, { what: 'passkeyQuestion', ...TRIES })
  const challenge = randomBytes(32).toString('base64url')
  await insertChallenge(db, { secret, challenge, userId: null, now: now() })
  return { challenge, timeout: CHALLENGE_LIFETIME_MS, userVerification: 'required' }
}

/**
 * Logs a person in by a passkey that verified the person, in place of password and code.
 *
 * Refuses with `challenge expired`, `another address`, `passkey unknown`, and without a word what
 * is invalid.
 */
export async function logInByPasskey(
  call: Call<'logInByPasskey'>,
): Promise<Answer<'logInByPasskey'>> {
  const { db, now, body, session } = call
  // A failed login ends the previous session, as with a password.
  await session.end()
  const tried = await takeTryOf(call, { what: 'passkeyAnswer', ...TRIES })
  const userId = await checkPasskey(call, body)
  const person = await findLoginById(db, userId)
  if (!person) throw new Refusal(403, 'passkey unknown')
  await tried.giveBack()
  await changeLastLogin(db, userId, {
    now: now(),
    language: await languageOfReader(call),
  })
  await recordNetwork(call, userId)
  await session.start(userId)
  return { type: person.type, id: userId }
}
