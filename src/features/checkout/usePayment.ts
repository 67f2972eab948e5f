import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { type Before, lookOf } from './delivery.ts'
import { createAlipayOrderRefusals, createPaypalOrderRefusals } from './messages.ts'
import { createAlipayOrder, createPaypalOrder } from './operations.ts'
import { approvalPage } from './paypal.ts'
import type { Bought, Purchase, Step } from './step.ts'

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
  const alipay = useMutation(createAlipayOrder)
  const paypal = useMutation(createPaypalOrder)
  const [step, go] = useState<Step>(() => {
    if (!back) return first
    const { paymentID, payerID } = back
    if (payerID) return { at: 'collect', approval: { paymentID, payerID } }
    return { at: 'returned', paymentID }
  })
  const [before, setBefore] = useState<Before>(() => lookOf(accounts))
  const look = () => setBefore(lookOf(accounts))

  const place = (purchase: Purchase, accountId: number | null) => {
    const { plan, way } = purchase
    const order = { accountId, orderId: plan.id, price: plan[way] }
    const fail = (problem: string) => {
      // A refused plan may have other terms by now.
      void queryClient.invalidateQueries({ queryKey: ['listMyPlans'], refetchType: 'all' })
      go({ at: 'error', problem })
    }
    look()
    go({ at: 'loading', purchase })
    if (way === 'alipay')
      alipay.mutate(order, {
        onSuccess: (placed) => go({ at: 'pay', purchase, placed: { way: 'alipay', ...placed } }),
        onError: (error) => fail(i18n._(explain(error, createAlipayOrderRefusals))),
      })
    else
      paypal.mutate(order, {
        onSuccess: (placed) => {
          const approvalUrl = approvalPage(placed, status?.paypalMode)
          go({ at: 'pay', purchase, placed: { way: 'paypal', ...placed, approvalUrl } })
        },
        onError: (error) => fail(i18n._(explain(error, createPaypalOrderRefusals))),
      })
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
