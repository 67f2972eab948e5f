import { useLingui } from '@lingui/react/macro'
import { MutationObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { priceOf } from '#rules/planPrices.ts'
import { type Before, lookOf } from './delivery.ts'
import { placingRefusals } from './messages.ts'
import { RETURNING, wayOf } from './provider/operations.ts'
import type { Bought, Purchase, Step } from './step.ts'
import { payWordsOf } from './ways.ts'

/** The parameters of PayPal's return link; without a payer the payment was not approved. */
export type Back = { paymentID: string; payerID: string | undefined }

type Start = {
  accounts: readonly Schema<'Account'>[]
  status: Schema<'Status'> | undefined
  first: Step
  back: Back | undefined
}

/** The state of the checkout: the step in view, and how an order is placed. */
export function usePayment({ accounts, status, first, back }: Start) {
  const { i18n } = useLingui()
  const queryClient = useQueryClient()
  const [step, go] = useState<Step>(() => {
    if (!back) return first
    const { paymentID, payerID } = back
    if (payerID) return { at: 'collect', way: RETURNING, approval: { paymentID, payerID } }
    return { at: 'returned', way: RETURNING, paymentID }
  })
  const [before, setBefore] = useState<Before>(() => lookOf(accounts))
  const look = () => setBefore(lookOf(accounts))

  const place = (purchase: Purchase, accountId: number | null) => {
    const { plan, way } = purchase
    const order = { accountId, orderId: plan.id, price: priceOf(plan, way) }
    const fail = (problem: string) => {
      // A refused plan may have other terms by now.
      void queryClient.invalidateQueries({ queryKey: ['listMyPlans'], refetchType: 'all' })
      go({ at: 'error', problem })
    }
    look()
    go({ at: 'loading', purchase })
    const { create } = wayOf(way)
    const words = payWordsOf(way)
    new MutationObserver(queryClient, create).mutate({ ...order, status }).then(
      (placed) => go({ at: 'pay', purchase, placed }),
      (error: ApiError) =>
        fail(words ? i18n._(explain(error, placingRefusals(words.failed))) : error.message),
    )
  }
  return {
    step,
    go,
    /** What the accounts looked like before anything was paid. */
    before,
    /** Resets the payment. */
    look,
    place,
    succeed: useCallback((bought?: Bought) => go({ at: 'success', bought }), []),
  }
}
