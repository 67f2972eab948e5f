import { msg } from '@lingui/core/macro'
import type { Problems } from '#ui/draft.ts'

/** A change of one's own password as it is being typed. */
export type PasswordDraft = { password: string; newPassword: string; repeated: string }

/** Says what keeps a password from being changed. Spec 5. */
export function checkPasswordDraft({ password, newPassword, repeated }: PasswordDraft) {
  const problems: Problems<PasswordDraft> = {}
  if (password === '') problems.password = msg`Enter your old password.`
  if (newPassword === '') problems.newPassword = msg`Enter a new password.`
  if (repeated !== newPassword) problems.repeated = msg`The two passwords differ.`
  return problems
}
