import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body, Schema } from '#contract'
import { draftFromPlan, newAccountDraft, toNewAccount } from '#features/accounts/draft.ts'
import { createAccount } from '#features/accounts/operations.ts'

/** Whose account it is, and the id of the plan as a form has it. */
type Wanted = { userId: number; plan: string }

/**
 * Opens an account from a plan, starting now, on a free port or without one as the settings say; nothing
 * without such a plan. Asked
 * again after no answer it sends the same, which is then done only once. Asked twice at once it opens one.
 */
export function useAccountFromPlan(plans: readonly Schema<'Plan'>[]) {
  const creation = useMutation({ ...createAccount, retry: false })
  /** What was sent for each user and may have been done, and what is on its way. */
  const sent = useRef(new Map<number, Body<'createAccount'>>())
  const running = useRef(new Map<number, Promise<void>>())

  async function open({ userId, plan: wanted }: Wanted) {
    const plan = plans.find(({ id }) => String(id) === wanted)
    if (!plan) return
    const account = sent.current.get(userId) ?? accountOf(userId, plan)
    sent.current.set(userId, account)
    await creation.mutateAsync(account)
  }

  return useMutation({
    retry: false,
    mutationFn: (one: Wanted) => {
      // A second tap comes before the button is gone.
      const under = running.current.get(one.userId) ?? open(one)
      running.current.set(one.userId, under)
      return under.finally(() => running.current.delete(one.userId))
    },
    onError: ({ status }, { userId }) => {
      // Without an answer of the server itself it may have been done.
      if (status >= 400 && status < 500) sent.current.delete(userId)
    },
  })
}

/** An account with the terms of a plan, starting now; the server chooses its port, or that it has none. */
function accountOf(user: number, plan: Schema<'Plan'>): Body<'createAccount'> {
  const now = Date.now()
  const draft = { ...newAccountDraft(undefined, now), ...draftFromPlan(plan) }
  const { port: _port, ...account } = toNewAccount(draft, now)
  return { ...account, user }
}
