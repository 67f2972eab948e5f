import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body, Schema } from '#contract'
import { draftFromPlan, newAccountDraft, toNewAccount } from '#features/accounts/draft.ts'
import { createAccount, getNewPort } from '#features/accounts/operations.ts'

/** Whose account it is, and the id of the plan as a form has it. */
type Wanted = { userId: number; plan: string }

/**
 * Opens an account from a plan on a free port, starting now; nothing without such a plan. Asked
 * again after no answer it sends the same, which is then done only once; after a refusal it takes
 * another port.
 */
export function useAccountFromPlan(plans: readonly Schema<'Plan'>[]) {
  const queryClient = useQueryClient()
  const creation = useMutation({ ...createAccount, retry: false })
  const open = useRef<Body<'createAccount'>>(undefined)
  return useMutation({
    retry: false,
    mutationFn: async ({ userId, plan: wanted }: Wanted) => {
      const plan = plans.find(({ id }) => String(id) === wanted)
      if (!plan) return
      if (open.current?.user !== userId) {
        const { port } = await queryClient.fetchQuery(getNewPort())
        const now = Date.now()
        const account = { ...newAccountDraft(port, now), ...draftFromPlan(plan) }
        open.current = { ...toNewAccount(account, now), user: userId }
      }
      await creation.mutateAsync(open.current)
    },
    onError: ({ status }) => {
      if (status !== 0) open.current = undefined
    },
  })
}
