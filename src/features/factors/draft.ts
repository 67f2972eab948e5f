import { msg } from '@lingui/core/macro'
import type { Problems } from '#ui/draft.ts'
import type { Proof } from './operations.ts'

/** Who is asking, as it is being typed: the password, or a code instead. */
export type ProofDraft = { by: 'password' | 'code'; password: string; code: string }

/** Nothing typed yet. */
export const EMPTY_PROOF: ProofDraft = { by: 'password', password: '', code: '' }

/** Says what keeps a proof from being sent. */
export function checkProofDraft({ by, password, code }: ProofDraft): Problems<ProofDraft> {
  if (by === 'password') return password === '' ? { password: msg`Enter your password.` } : {}
  return code.trim() === '' ? { code: msg`Enter a code.` } : {}
}

/** What is sent of it. */
export function proofOf({ by, password, code }: ProofDraft): Proof {
  return by === 'password' ? { password } : { code: code.trim() }
}

/** A new passkey as it is being typed. */
export type PasskeyDraft = ProofDraft & { name: string }

/** Says what keeps a passkey from being made. */
export function checkPasskeyDraft(draft: PasskeyDraft): Problems<PasskeyDraft> {
  const problems: Problems<PasskeyDraft> = checkProofDraft(draft)
  if (draft.name.trim() === '') problems.name = msg`Give it a name.`
  return problems
}

/** Says what keeps the first code of an app from being sent. */
export function checkCodeDraft({ code }: { code: string }): Problems<{ code: string }> {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ''))
    ? {}
    : { code: msg`Enter the six digits that the app shows.` }
}
