import { randomBytes } from 'node:crypto'
import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { holdRow } from '../../database/revision.ts'
import { findLoginById } from '../session/people.ts'
import { removeOtherSessions } from '../session/store.ts'
import { findSetting } from '../../database/settings/store.ts'
import { CHALLENGE_LIFETIME_MS, insertChallenge } from './challenges.ts'
import { userHandle } from './passkeyAnswer.ts'
import { insertPasskey, removePasskeyOf, selectCredentialIds } from './passkeyStore.ts'
import { checkProof } from './proof.ts'
import { replaceRecoveryCodes } from './recovery.ts'
import { openSigned } from './signed.ts'
import { hasFactor, removeCodesWithoutFactor } from './store.ts'

const MAX_PASSKEYS = 20
/** Signature algorithms of passkeys, best first: Ed25519, ES256, RS256 (COSE). */
const ALGORITHMS = [-8, -7, -257]

/** Requests a new passkey of the browser. Refuses with `too many passkeys`, or without proof. */
export async function beginPasskey(call: Call<'beginPasskey'>): Promise<Answer<'beginPasskey'>> {
  const { db, now, caller, body, secret } = call
  await checkProof(call, caller.id, body)
  const [base, person, existing] = await Promise.all([
    findSetting(db, 'base'),
    findLoginById(db, caller.id),
    selectCredentialIds(db, caller.id),
  ])
  if (existing.length >= MAX_PASSKEYS) throw new Refusal(403, 'too many passkeys')
  const challenge = randomBytes(32).toString('base64url')
  await insertChallenge(db, { secret, challenge, userId: caller.id, now: now() })
  const name = person?.email ?? ''
  return {
    // Without an id: the page's own address.
    rp: { name: base.title ?? 'Sluice' },
    user: { id: userHandle(secret, caller.id), name, displayName: name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_LIFETIME_MS,
    excludeCredentials: existing.map((id) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/**
 * Stores the passkey the browser made and ends the admin's other sessions.
 *
 * Refuses with `challenge expired`, `another address`, `passkey exists`, `too many passkeys`, and
 * without a word what is invalid.
 */
export async function addPasskey(call: Call<'addPasskey'>): Promise<Answer<'addPasskey'>> {
  const { db, now, caller, body, secret, session } = call
  const userId = caller.id
  const signed = await openSigned(call, body.made.response.clientDataJSON, userId)
  const response = { ...body.made, clientExtensionResults: {} }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo: made } = await verifyRegistrationResponse({
    ...signed,
    response,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!made) throw new Refusal(403)
  const { id, publicKey, counter } = made.credential
  return db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', userId)
    const isFirst = !(await hasFactor(tx, userId))
    if ((await selectCredentialIds(tx, userId)).length >= MAX_PASSKEYS)
      throw new Refusal(403, 'too many passkeys')
    const isNew = await insertPasskey(tx, {
      userId,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(body.made.response.transports ?? []),
      name: body.name.trim(),
      createTime: now(),
      lastUsed: null,
    })
    if (!isNew) throw new Refusal(403, 'passkey exists')
    await removeOtherSessions(tx, userId, session.id)
    return { recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, secret, userId) : [] }
  })
}

/** Deletes a passkey. Refuses without a word when this admin has none with the id. */
export async function removePasskey(call: Call<'removePasskey'>): Promise<'success'> {
  const { db, caller, body, path } = call
  await checkProof(call, caller.id, body)
  await db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', caller.id)
    if (!(await removePasskeyOf(tx, caller.id, path.passkeyId))) throw new Refusal(403)
    await removeCodesWithoutFactor(tx, caller.id)
  })
  return 'success'
}
