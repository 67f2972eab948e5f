import { msg } from '@lingui/core/macro'
import { rechargeCodeIn } from '#rules/rechargeCode.ts'
import type { Problems } from '#ui/draft.ts'

/** A recharge code as it is being typed. */
export type GiftcardDraft = { code: string }

/** What prevents a text from being a recharge code. */
export function checkGiftcardDraft({ code }: GiftcardDraft): Problems<GiftcardDraft> {
  if (rechargeCodeIn(code) === '')
    return { code: msg({ message: 'Enter the code.', context: 'a recharge code' }) }
  if (rechargeCodeIn(code).length > MAX_LETTERS) return { code: msg`This is too long for a code.` }
  return {}
}

const MAX_LETTERS = 64
