import { msg } from '@lingui/core/macro'
import { typedEmail } from '#rules/pasted.ts'
import type { Problems } from '#ui/draft.ts'

// Apart from the other drafts: every visitor loads the login.

/** The message for an invalid address. */
export const INCOMPLETE = msg`Enter an email address, for example name@example.com.`

/** A login as it is being typed. */
export type LoginDraft = { email: string; password: string }

/** What prevents a login from being sent. */
export function checkLoginDraft({ email, password }: LoginDraft): Problems<LoginDraft> {
  const problems: Problems<LoginDraft> = {}
  // Older releases took more as an address than is taken now.
  if (!typedEmail(email).includes('@')) problems.email = INCOMPLETE
  if (password === '') problems.password = msg`Enter your password.`
  return problems
}

/** What prevents a second step from being sent. */
export function checkCodeOnly({ code }: { code: string }): Problems<{ code: string }> {
  return code.trim() === '' ? { code: msg`Enter the code.` } : {}
}
