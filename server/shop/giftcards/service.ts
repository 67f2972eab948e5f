import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { isUsedUp, takeAttempts } from '../../http/limits/attempts.ts'
import { limitFor } from '../../http/limits/limits.ts'
import { findUser } from '../../people/users/seen.ts'
import { NO_CARD, redeem, USED_CARD } from './redeem.ts'

type Redemption = Answer<'redeemGiftcard'>

const WINDOW_MS = 600_000
/** Invalid codes a person may try in ten minutes. */
const MAX_BY_USER = 10
/**
 * The same for all people behind one address. From then on each person has one such try there: no
 * one is refused for what others typed, and an attacker with many accounts has one for each.
 */
const MAX_BY_CLIENT = 60
const MAX_BY_USER_ON_FULL_CLIENT = 1
const TOO_MANY = '尝试次数过多，请稍后再试'

/** Redeems a code for the caller, within the limit of wrong codes. */
export async function redeemGiftcard(call: Call<'redeemGiftcard'>): Promise<Redemption> {
  const { db, now, caller, body, client } = call
  const all = {
    key: `giftcard:from:${client}`,
    most: await limitFor(call, MAX_BY_CLIENT),
    window: WINDOW_MS,
  }
  const own = { key: `giftcard:user:${caller.id}`, most: MAX_BY_USER, window: WINDOW_MS }
  const alone = [{ ...own, most: MAX_BY_USER_ON_FULL_CLIENT }]
  const tried =
    (await takeAttempts(db, now(), [own, all])) ??
    ((await isUsedUp(db, now(), all)) ? await takeAttempts(db, now(), alone) : undefined)
  if (!tried) return { success: false, message: TOO_MANY }
  const { accountId = null, password } = body
  const redemption = await redeem(call, { code: password, buyer: caller, accountId })
  // Only codes that never were valid, or no longer are, count as guesses.
  if (!isGuess(redemption)) await tried.giveBack()
  return redemption
}

/** Redeems a code for a user. Refuses an unknown user. */
export async function redeemGiftcardForUser(
  call: Call<'redeemGiftcardForUser'>,
): Promise<Redemption> {
  const { db, caller, body } = call
  const { userId, accountId = null, password } = body
  const buyer = found(await findUser(db, userId))
  return redeem(call, { code: password, buyer, accountId, actorId: caller.id })
}

const isGuess = (redemption: Redemption) =>
  !redemption.success && [NO_CARD, USED_CARD].includes(redemption.message)
