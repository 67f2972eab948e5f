import type { Schema } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { changePasskeyUse, findPasskey } from './passkeyStore.ts'
import { openSigned, type Opening } from './signed.ts'

/**
 * The person whose passkey answered the challenge of a login (`beginPasskeyLogIn`); the challenge
 * and the passkey's counter are used up. The passkey must have verified the person.
 *
 * Refuses with `challenge expired`, `another address`, `passkey unknown`, and without a word what
 * is invalid.
 */
export async function checkPasskey(
  call: Opening,
  answer: Schema<'PasskeyAnswer'>,
): Promise<number> {
  const { db, now, secret } = call
  const signed = await openSigned(call, answer.response.clientDataJSON, null)
  const passkey = await findPasskey(db, answer.id)
  if (!passkey) throw new Refusal(403, 'passkey unknown')
  const { id, userId, credentialId, counter } = passkey
  if (answer.response.userHandle !== userHandle(secret, userId)) throw new Refusal(403)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...signed,
    response: { ...answer, clientExtensionResults: {} },
    credential: { id: credentialId, publicKey, counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw new Refusal(403)
  const use = { id, before: counter, counter: authenticationInfo.newCounter, now: now() }
  if (!(await changePasskeyUse(db, use))) throw new Refusal(403)
  return userId
}

/** The user handle a passkey stores: it identifies the person to us alone. */
export const userHandle = (secret: string, userId: number) =>
  keyedHash(secret, 'userHandle', String(userId))
