import { msg } from '@lingui/core/macro'
import type { Language } from '#locales/activate.ts'
import type { Problems } from '#ui/draft.ts'

/** A login as it is being typed. */
export type LoginDraft = { email: string; password: string }

/** Says what keeps a login from being sent. */
export function checkLoginDraft({ email, password }: LoginDraft): Problems<LoginDraft> {
  const problems: Problems<LoginDraft> = {}
  if (!isEmail(email)) problems.email = msg`Enter an e-mail address, for example name@example.com.`
  if (password === '') problems.password = msg`Enter your password.`
  return problems
}

/** The first set-up as it is being typed. */
export type SetUpDraft = LoginDraft & { repeated: string; title: string; language: Language }

/** Says what keeps the site from being set up. */
export function checkSetUpDraft(draft: SetUpDraft): Problems<SetUpDraft> {
  const problems: Problems<SetUpDraft> = {}
  const { email } = checkLoginDraft(draft)
  if (email) problems.email = email
  if (draft.password.length < 8) problems.password = msg`Use at least 8 characters.`
  if (draft.repeated !== draft.password) problems.repeated = msg`The two passwords differ.`
  if (draft.title.trim() === '') problems.title = msg`Give the site a name.`
  return problems
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
