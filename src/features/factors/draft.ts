import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** The re-authentication as typed; a passkey is requested when it is sent. */
export type ProofDraft = { by: 'password' | 'code' | 'passkey'; password: string; code: string }

/** Nothing typed yet. The password does while there is no second step. */
export const emptyProof = ({ on }: Schema<'Factors'>): ProofDraft => ({
  by: on ? 'code' : 'password',
  password: '',
  code: '',
})

/** What prevents a proof from being sent. */
export function checkProofDraft({ by, password, code }: ProofDraft): Problems<ProofDraft> {
  if (by === 'password') return password === '' ? { password: msg`Enter your password.` } : {}
  return by === 'code' && code.trim() === '' ? { code: msg`Enter a code.` } : {}
}

/** A new passkey as it is being typed. */
export type PasskeyDraft = ProofDraft & { name: string }

/** What prevents a passkey from being made. */
export function checkPasskeyDraft(draft: PasskeyDraft): Problems<PasskeyDraft> {
  const problems: Problems<PasskeyDraft> = checkProofDraft(draft)
  if (draft.name.trim() === '') problems.name = msg`Give it a name.`
  return problems
}

/** What prevents the first code of an app from being sent. */
export function checkCodeDraft({ code }: { code: string }): Problems<{ code: string }> {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
    ? {}
    : { code: msg`Enter the six digits that the app shows.` }
}
