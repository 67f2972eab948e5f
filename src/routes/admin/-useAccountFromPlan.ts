import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMay } from '#api/may.ts'
import type { Body, Schema } from '#contract'
import { draftFromPlan, newAccountDraft, toNewAccount } from '#features/accounts/draft.ts'
import { createAccount, getNewPort } from '#features/accounts/operations.ts'

/** Whose account it is, and the id of the plan as a form has it. */
type Wanted = { userId: number; plan: string }

/**
 * Opens an account from a plan, starting now, on a free port or without one as the settings say; nothing
 * without such a plan. Asked
 * again after no answer it sends the same, which is then done only once; after a refusal it takes
 * another port. Asked twice at once it opens one.
 */
export function useAccountFromPlan(plans: readonly Schema<'Plan'>[]) {
  const queryClient = useQueryClient()
  // The server gives it a port, or none, as the settings say.
  const choosesPort = useMay()('createAccount.noPort')
  const creation = useMutation({ ...createAccount, retry: false })
  /** What was sent for each user and may have been done, and what is on its way. */
  const sent = useRef(new Map<number, Body<'createAccount'>>())
  const running = useRef(new Map<number, Promise<void>>())

  async function open({ userId, plan: wanted }: Wanted) {
    const plan = plans.find(({ id }) => String(id) === wanted)
    if (!plan) return
    const port = choosesPort ? null : await freePort()
    const account = sent.current.get(userId) ?? accountOf(userId, plan, port)
    sent.current.set(userId, account)
    await creation.mutateAsync(account)
  }
  const freePort = async () => (await queryClient.fetchQuery(getNewPort())).port

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

/** An account with the terms of a plan, starting now. */
function accountOf(user: number, plan: Schema<'Plan'>, port: number | null): Body<'createAccount'> {
  const now = Date.now()
  const draft = { ...newAccountDraft(port ?? undefined, now), ...draftFromPlan(plan) }
  const { port: sent, ...account } = toNewAccount(draft, now)
  return { ...account, ...(port !== null && { port: sent }), user }
}
