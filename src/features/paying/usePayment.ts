import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { remember, remembered } from '#device/remembered.ts'
import { type Before, lookOf } from './delivery.ts'
import { createAlipayOrderRefusals, createPaypalOrderRefusals } from './messages.ts'
import { createAlipayOrder, createPaypalOrder } from './operations.ts'
import { approvalPage } from './paypal.ts'
import type { Purchase, Step } from './step.ts'

/** What somebody brings who comes back from PayPal; without a payer they did not agree. */
export type Back = { paymentID: string; payerID: string | undefined }

type Start = {
  accounts: readonly Schema<'Account'>[]
  status: Schema<'Status'> | undefined
  first: Step
  back: Back | undefined
}

// The page is loaded anew on the way to PayPal and back.
const NAME = 'paying'

/** The steps to having paid: which one is in view, and how an order is placed. */
export function usePayment({ accounts, status, first, back }: Start) {
  const { t, i18n } = useLingui()
  const alipay = useMutation(createAlipayOrder)
  const paypal = useMutation(createPaypalOrder)
  const [step, go] = useState<Step>(() => {
    if (!back) return first
    const { paymentID, payerID } = back
    if (payerID) return { at: 'collect', approval: { paymentID, payerID } }
    const problem = t`You came back from PayPal without agreeing. Nothing was charged.`
    return { at: 'error', problem }
  })
  const [before, setBefore] = useState<Before>(
    () => (back && remembered<Before>(NAME, 'session')) ?? lookOf(accounts),
  )
  const look = () => {
    setBefore(lookOf(accounts))
    remember(NAME, 'session', lookOf(accounts))
  }

  const place = (purchase: Purchase, accountId: number | null) => {
    const order = { accountId, orderId: purchase.plan.id }
    const fail = (problem: string) => go({ at: 'error', problem })
    look()
    go({ at: 'loading', purchase })
    if (purchase.way === 'alipay')
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
    /** Takes that down anew. */
    look,
    place,
    succeed: useCallback(() => go({ at: 'success' }), []),
  }
}
