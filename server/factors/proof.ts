import { Refusal } from '../refusal.ts'
import { returnAttempt, takeAttempt } from '../session/attempts.ts'
import { checkPassword } from '../session/credentials.ts'
import { findLoginById } from '../session/people.ts'
import { unseal } from '../settings/sealed.ts'
import type { World } from '../world.ts'
import { takeRecoveryCode } from './recovery.ts'
import { findTotp, takeTotpStep } from './store.ts'
import { stepOf } from './totp.ts'

/** What checking a code needs. */
export type Checking = Pick<World, 'db' | 'now' | 'secret'>

const limitsOf = (userId: number) => [
  { key: `code:user:${userId}`, most: 5, window: 60_000 },
  // Of a million codes three are good at any time: five a minute, day after day, would find one.
  { key: `code:user:${userId}:day`, most: 50, window: 86_400_000 },
]

/** Counts a try of a code and hands back what undoes it. Refuses with `code retry out of limit`. */
export async function takeCodeTry({ db, now }: Checking, userId: number) {
  const limits = limitsOf(userId)
  for (const limit of limits)
    if (!(await takeAttempt(db, now(), limit))) throw new Refusal(403, 'code retry out of limit')
  return {
    async giveBack() {
      for (const { key } of limits) await returnAttempt(db, key)
    },
  }
}

/**
 * Makes sure a code is this person's and uses it up: six digits of the app, or a recovery code.
 *
 * Refuses with `wrong code` or `code retry out of limit`.
 */
export async function checkCode(call: Checking, userId: number, code: string): Promise<void> {
  const tried = await takeCodeTry(call, userId)
  const typed = code.replaceAll(/[\s-]/g, '')
  const isRight = /^\d{6}$/.test(typed)
    ? await isTotp(call, userId, typed)
    : await takeRecoveryCode(call.db, { ...call, userId, code: typed, now: call.now() })
  if (!isRight) throw new Refusal(403, 'wrong code')
  await tried.giveBack()
}

/** Makes sure it is the admin who asks, by password or else by code. Refuses as login does. */
export async function checkProof(
  call: Checking,
  userId: number,
  { password, code }: { password?: string; code?: string },
): Promise<void> {
  if (password === undefined) return checkCode(call, userId, code ?? '')
  const user = await findLoginById(call.db, userId)
  if (!user) throw new Refusal(403, 'invalid password')
  await checkPassword(call, user, password)
}

async function isTotp({ db, now, secret }: Checking, userId: number, code: string) {
  const row = await findTotp(db, userId)
  if (row?.confirmed !== 1) return false
  const step = stepOf(unseal(row.totp, secret), code, now())
  return step !== undefined && takeTotpStep(db, { userId, totp: row.totp, step })
}
