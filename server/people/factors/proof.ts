import type { Schema } from '#contract'
import type { Config } from '../../base/config.ts'
import { Refusal } from '../../base/refusal.ts'
import { checkPassword } from '../session/credentials.ts'
import { findLoginById } from '../session/people.ts'
import { type Guess, takeGuess } from '../session/tries.ts'
import { unseal } from '../../database/sealed.ts'
import { checkPasskey } from './passkeyAnswer.ts'
import { takeRecoveryCode } from './recovery.ts'
import { findTotp, hasFactor, takeTotpStep } from './store.ts'
import { stepOf } from './totp.ts'

/** The services and input a proof is checked with. */
export type Proving = Omit<Guess, 'isLogIn'> & { config: Pick<Config, 'site' | 'origins'> }

/**
 * Verifies that a code is this person's and uses it up: six digits of the app, or a recovery code.
 *
 * Refuses with `wrong code` or `code retry out of limit`.
 */
export async function checkCode(guess: Guess, userId: number, code: string): Promise<void> {
  const tried = await takeGuess(guess, userId, 'code')
  const typed = code.replaceAll(/[\s-]/g, '')
  const isRight = /^\d{6}$/.test(typed)
    ? await isTotp(guess, userId, typed)
    : await takeRecoveryCode(guess.db, { ...guess, userId, code: typed, now: guess.now() })
  if (!isRight) throw new Refusal(403, 'wrong code')
  await tried.giveBack()
}

/**
 * Verifies the admin, before anything about their login changes.
 *
 * The password suffices for the first factor only: a factor protects against a person who knows it.
 * With one on it takes a code, a recovery code or a passkey. Refuses with `second factor required`,
 * and otherwise as a login does.
 */
export async function checkProof(
  call: Proving,
  userId: number,
  { password, code, passkey }: Schema<'FactorProof'>,
): Promise<void> {
  const guess = { ...call, isLogIn: false }
  if (code !== undefined) return checkCode(guess, userId, code)
  if (passkey !== undefined) return checkOwnPasskey(call, userId, passkey)
  if (await hasFactor(call.db, userId)) throw new Refusal(403, 'second factor required')
  const user = await findLoginById(call.db, userId)
  if (!user || password === undefined) throw new Refusal(403, 'invalid password')
  await checkPassword(guess, user, password)
}

async function checkOwnPasskey(call: Proving, userId: number, answer: Schema<'PasskeyAnswer'>) {
  const owner = await checkPasskey(call, answer).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === '') return undefined
    throw error
  })
  if (owner !== userId) throw new Refusal(403, 'passkey unknown')
}

async function isTotp({ db, now, secret }: Guess, userId: number, code: string) {
  const row = await findTotp(db, userId)
  if (row?.confirmed !== 1) return false
  const step = stepOf(unseal(row.totp, secret), code, now())
  return step !== undefined && takeTotpStep(db, { userId, totp: row.totp, step })
}
