import { useState } from 'react'
import type { Schema } from '#contract'
import { payable } from './offer.ts'

/** Which account is paid for, and which others could be. */
export type Target = ReturnType<typeof useTarget>

/**
 * The account to pay for: the requested one, else the first that has an end, else a new one.
 *
 * A new account (null) is a choice for people who have none, or may have several.
 */
export function useTarget(
  accounts: readonly Schema<'Account'>[],
  initial: number | null | undefined,
  multiAccount: boolean,
) {
  const [wish, choose] = useState(initial)
  const mayAdd = multiAccount || accounts.length === 0
  const choices = [...payable(accounts), ...(mayAdd ? [null] : [])]
  const wished = choices.find((account) => (account?.id ?? null) === wish)
  const account = wished === undefined ? choices[0] : wished
  return {
    /** Undefined when there is nothing to pay for. */
    account,
    accountId: account?.id ?? null,
    choices,
    choose,
  }
}
