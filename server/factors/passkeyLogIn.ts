import { randomBytes } from 'node:crypto'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Answer } from '#contract'
import type { Call } from '../contract.ts'
import { Refusal } from '../refusal.ts'
import { keyedHash } from '../session/codes.ts'
import { takeTryOf } from '../session/limits.ts'
import { changeLastLogin } from '../session/people.ts'
import { CHALLENGE_LIFE, insertChallenge } from './challenges.ts'
import { changePasskeyUse, findPasskey } from './passkeyStore.ts'
import { openSigned } from './signed.ts'

/** Questions a client may ask, and answers that may fail, in ten minutes. */
const TRIES = { most: 60, window: 600_000 }

/** Asks for a login by passkey; who logs in is told by the passkey. */
export async function beginPasskeyLogIn(
  call: Call<'beginPasskeyLogIn'>,
): Promise<Answer<'beginPasskeyLogIn'>> {
  const { db, now, secret } = call
  await takeTryOf(call, { what: 'passkeyQuestion', ...TRIES })
  const challenge = randomBytes(32).toString('base64url')
  await insertChallenge(db, { secret, challenge, userId: null, now: now() })
  return { challenge, timeout: CHALLENGE_LIFE, userVerification: 'required' }
}

/**
 * Logs an admin in by a passkey that made sure of the person, in place of password and code.
 *
 * Refuses with `challenge expired`, `another address`, `passkey unknown`, and without a word what
 * does not hold.
 */
export async function logInByPasskey(
  call: Call<'logInByPasskey'>,
): Promise<Answer<'logInByPasskey'>> {
  const { db, now, body, secret, session } = call
  // A failed login ends the login before it, as the one by password does.
  await session.end()
  const tried = await takeTryOf(call, { what: 'passkeyAnswer', ...TRIES })
  const asked = await openSigned(call, body.response.clientDataJSON, null)
  const passkey = await findPasskey(db, body.id)
  if (!passkey) throw new Refusal(403, 'passkey unknown')
  const { id, userId, credentialId, counter } = passkey
  if (body.response.userHandle !== userHandle(secret, userId)) throw new Refusal(403)
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
  const response = { ...body, clientExtensionResults: {} }
  const credential = { id: credentialId, publicKey, counter }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...asked,
    response,
    credential,
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw new Refusal(403)
  const use = { id, before: counter, counter: authenticationInfo.newCounter, now: now() }
  if (!(await changePasskeyUse(db, use))) throw new Refusal(403)
  await tried.giveBack()
  await changeLastLogin(db, userId, now())
  await session.start(userId)
  return { type: 'admin', id: userId }
}

/** What a passkey remembers of whose it is: nothing anybody could read a person from. */
export const userHandle = (secret: string, userId: number) =>
  keyedHash(secret, 'userHandle', String(userId))
