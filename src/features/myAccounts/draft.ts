import { msg } from '@lingui/core/macro'
import type { Problems } from '#ui/draft.ts'

/** The maximum length of a proxy password; the server truncates longer ones. */
export const MAX_PASSWORD_LETTERS = 20

/** A new proxy password as it is being typed. */
export type AccountPasswordDraft = {
  password: string
  /** Whether the present one ends at once, although the site has a grace for it. */
  endsFormer: boolean
}

/** What prevents a text from becoming a proxy password. */
export function checkAccountPasswordDraft({
  password,
}: Pick<AccountPasswordDraft, 'password'>): Problems<AccountPasswordDraft> {
  if (password.trim() === '') return { password: msg`Enter a new password.` }
  if (password.length > MAX_PASSWORD_LETTERS)
    return { password: msg`Use at most ${MAX_PASSWORD_LETTERS} characters.` }
  if (!SENDABLE.test(password))
    return {
      password: msg`Use English letters, digits and symbols, without quotes (' ") and backslash.`,
    }
  return {}
}

const SENDABLE = /^[ !#-&(-[\]-~]+$/
