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

/** Says what keeps a second step from being sent. */
export function checkCodeOnly({ code }: { code: string }): Problems<{ code: string }> {
  return code.trim() === '' ? { code: msg`Enter the code.` } : {}
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

/** A sign-up as it is being typed. */
export type SignUpDraft = LoginDraft & { code: string; ref: string }

/** Says what keeps a sign-up from being sent; `invited` wants a referral code. Spec 5. */
export function checkSignUpDraft(draft: SignUpDraft, invited: boolean): Problems<SignUpDraft> {
  const problems: Problems<SignUpDraft> = checkCodeDraft(draft, invited)
  if (draft.code.trim() === '') problems.code = msg`Enter the code from the mail.`
  if (draft.password === '') problems.password = msg`Choose a password.`
  return problems
}

/** Says what keeps a code from being asked for. */
export function checkCodeDraft({ email, ref }: SignUpDraft, invited: boolean) {
  const problems: Problems<SignUpDraft> = {}
  if (!isEmail(email)) problems.email = msg`Enter an e-mail address, for example name@example.com.`
  if (invited && ref.trim() === '') problems.ref = msg`Enter your invitation code.`
  return problems
}

/** A new password as it is being typed. */
export type ResetDraft = { password: string; repeated: string }

/** Says what keeps a new password from being set. */
export function checkResetDraft({ password, repeated }: ResetDraft): Problems<ResetDraft> {
  if (password === '') return { password: msg`Choose a password.` }
  return repeated === password ? {} : { repeated: msg`The two passwords differ.` }
}

/** Says what keeps a referral code from being looked up. */
export function checkReferralDraft({ code }: { code: string }): Problems<{ code: string }> {
  return code.trim() === '' ? { code: msg`Enter your invitation code.` } : {}
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
