import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { holdRow } from '../../database/revision.ts'
import { findLoginById } from '../session/people.ts'
import { removeOtherSessions } from '../session/store.ts'
import { takeGuess } from '../session/tries.ts'
import { seal, unseal } from '../../database/sealed.ts'
import { findSetting } from '../../database/settings/store.ts'
import { checkProof } from './proof.ts'
import { replaceRecoveryCodes } from './recovery.ts'
import {
  changeTotpConfirmed,
  findTotp,
  hasFactor,
  insertTotp,
  removeCodesWithoutFactor,
  removeFactorsOf,
  removeTotpOf,
} from './store.ts'
import { newTotp, stepOf } from './totp.ts'

/** How long a secret waits for its first code, ms. */
const BEGUN_LIFETIME_MS = 900_000

/** Makes the secret of an authenticator app. Refuses with `already on`, or without proof. */
export async function beginTotp(call: Call<'beginTotp'>): Promise<Answer<'beginTotp'>> {
  const { db, now, caller, body, secret } = call
  await checkProof(call, caller.id, body)
  const [base, person] = await Promise.all([findSetting(db, 'base'), findLoginById(db, caller.id)])
  const made = newTotp(base.title ?? 'Sluice', person?.email ?? '')
  const row = { userId: caller.id, totp: seal(made.secret, secret), now: now() }
  if (!(await insertTotp(db, row))) throw new Refusal(403, 'already on')
  return made
}

/**
 * Turns the app on by its first code and ends the person's other sessions.
 *
 * Refuses with `not begun`, `wrong code` or `code retry out of limit`.
 */
export async function confirmTotp(call: Call<'confirmTotp'>): Promise<Answer<'confirmTotp'>> {
  const { db, now, caller, body, secret, session } = call
  const userId = caller.id
  const begun = await findTotp(db, userId)
  if (!begun || begun.confirmed === 1 || begun.createTime <= now() - BEGUN_LIFETIME_MS)
    throw new Refusal(403, 'not begun')
  const tried = await takeGuess({ ...call, isLogIn: false }, userId, 'code')
  const { totp } = begun
  const step = stepOf(unseal(totp, secret), body.code.replaceAll(/\s/g, ''), now())
  if (step === undefined) throw new Refusal(403, 'wrong code')
  await tried.giveBack()
  return db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', userId)
    const isFirst = !(await hasFactor(tx, userId))
    if (!(await changeTotpConfirmed(tx, { userId, totp, step })))
      throw new Refusal(403, 'not begun')
    await removeOtherSessions(tx, userId, session.id)
    return { recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, secret, userId) : [] }
  })
}

/** Switches the authenticator app off. Refuses without a word when none is on. */
export async function removeTotp(call: Call<'removeTotp'>): Promise<'success'> {
  const { db, caller, body } = call
  await checkProof(call, caller.id, body)
  await db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', caller.id)
    if (!(await removeTotpOf(tx, caller.id))) throw new Refusal(403)
    await removeCodesWithoutFactor(tx, caller.id)
  })
  return 'success'
}

/** Replaces the recovery codes. Refuses without a word while there is no factor. */
export async function newRecoveryCodes(
  call: Call<'newRecoveryCodes'>,
): Promise<Answer<'newRecoveryCodes'>> {
  const { db, caller, body, secret } = call
  await checkProof(call, caller.id, body)
  return db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', caller.id)
    if (!(await hasFactor(tx, caller.id))) throw new Refusal(403)
    return { recoveryCodes: await replaceRecoveryCodes(tx, secret, caller.id) }
  })
}

/**
 * Removes all factors of another admin, who then logs in by password alone.
 *
 * Refused for the caller: access to the main admin's open console must not suffice.
 */
export async function removeAdminFactors(call: Call<'removeAdminFactors'>): Promise<'success'> {
  const { db, caller, path } = call
  if (path.userId === caller.id) throw new Refusal(403)
  await db.transaction().execute(async (tx) => {
    await holdRow(tx, 'user', path.userId)
    if (!(await removeFactorsOf(tx, path.userId)).on) throw new Refusal(403)
  })
  return 'success'
}
