import { msg } from '@lingui/core/macro'
import type { Problems } from '#ui/draft.ts'

/** A recharge code as it is being typed. */
export type GiftcardDraft = { code: string }

/** A code as it is sent: printed in groups, typed with spaces, pasted with text around it. */
export const codeOf = (typed: string) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')

/** What prevents a text from being a recharge code. */
export function checkGiftcardDraft({ code }: GiftcardDraft): Problems<GiftcardDraft> {
  if (codeOf(code) === '')
    return { code: msg({ message: 'Enter the code.', context: 'a recharge code' }) }
  if (codeOf(code).length > MAX_LETTERS) return { code: msg`This is too long for a code.` }
  return {}
}

const MAX_LETTERS = 64
