import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a batch was not created. */
export const createGiftcardBatchRefusals: Refusals<'createGiftcardBatch'> = {
  otherwise: msg`The codes were not created. Check the number and the plan.`,
}

/** Why a batch was not revoked. */
export const revokeGiftcardBatchRefusals: Refusals<'revokeGiftcardBatch'> = {
  otherwise: msg`The codes were not revoked.`,
}

/** Why a code was not used for a user. Spec 8: recharge error. */
export const redeemGiftcardForUserRefusals: Refusals<'redeemGiftcardForUser'> = {
  otherwise: msg`Code not redeemed. The account may not be this user’s.`,
}

const OUTCOMES: Readonly<Record<string, MessageDescriptor>> = {
  充值码类型错误: msg`This user may not buy the plan of this code, or not for this account.`,
  无法使用这个充值码: msg`This code was already used or revoked.`,
  充值码不存在: msg`There is no such code.`,
  '尝试次数过多，请稍后再试': msg`Too many invalid codes. Try again later.`,
  暂时无法使用: msg`No port is free right now. The code was not redeemed.`,
}

/** Why a code was not redeemed; undefined for words only the server knows. Spec 8. */
export function redemptionWord(message: string): MessageDescriptor | undefined {
  return Object.entries(OUTCOMES).find(([known]) => known === message)?.[1]
}
