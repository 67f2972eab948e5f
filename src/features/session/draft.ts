import { msg } from '@lingui/core/macro'
import type { Language } from '#locales/activate.ts'
import { isEmail } from '#rules/email.ts'
import { isLongEnough } from '#rules/password.ts'
import type { Problems } from '#ui/draft.ts'
import { INCOMPLETE, type LoginDraft } from './loginDraft.ts'

const TOO_SHORT = msg`Use at least 8 characters.`

/** The first set-up as it is being typed. */
export type SetUpDraft = LoginDraft & { repeated: string; title: string; language: Language }

/** What prevents the site from being set up. */
export function checkSetUpDraft(draft: SetUpDraft): Problems<SetUpDraft> {
  const problems: Problems<SetUpDraft> = {}
  if (!isEmail(draft.email)) problems.email = INCOMPLETE
  if (!isLongEnough(draft.password)) problems.password = TOO_SHORT
  if (draft.repeated !== draft.password) problems.repeated = msg`The two passwords differ.`
  if (draft.title.trim() === '') problems.title = msg`Give the site a name.`
  return problems
}

/** A sign-up as it is being typed. */
export type SignUpDraft = LoginDraft & { code: string; ref: string }

/** What prevents a sign-up from being sent; `invited` wants a referral code. Spec 5. */
export function checkSignUpDraft(draft: SignUpDraft, invited: boolean): Problems<SignUpDraft> {
  const problems: Problems<SignUpDraft> = checkCodeDraft(draft, invited)
  if (draft.code.trim() === '') problems.code = msg`Enter the code from the email.`
  if (!isLongEnough(draft.password)) problems.password = TOO_SHORT
  return problems
}

/** What prevents a code from being requested. */
export function checkCodeDraft({ email, ref }: SignUpDraft, invited: boolean) {
  const problems: Problems<SignUpDraft> = {}
  if (!isEmail(email)) problems.email = INCOMPLETE
  if (invited && ref.trim() === '') problems.ref = msg`Enter your invitation code.`
  return problems
}

/** A new password as it is being typed. */
export type ResetDraft = { password: string; repeated: string }

/** What prevents a new password from being set. */
export function checkResetDraft({ password, repeated }: ResetDraft): Problems<ResetDraft> {
  if (!isLongEnough(password)) return { password: TOO_SHORT }
  return repeated === password ? {} : { repeated: msg`The two passwords differ.` }
}

/** What prevents a referral code from being looked up. */
export function checkReferralDraft({ code }: { code: string }): Problems<{ code: string }> {
  return code.trim() === '' ? { code: msg`Enter your invitation code.` } : {}
}
