import { priceOf } from '#rules/planPrices.ts'
import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { paymentMethodsFor } from '#features/checkout/offer.ts'
import { listMyPlans } from '#features/checkout/operations.ts'
import { canPay, paymentMethodsOf } from '#features/checkout/paymentMethods.ts'
import { priceText } from '#features/checkout/priceText.ts'
import { isUnlimited } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import type { PaymentWish } from './-Payment.tsx'

/** How an account is renewed as before. */
export type Renewal = {
  /** What the payment dialog opens with. */
  wish: PaymentWish
  /** What the same again costs; undefined where it is not known, or not for sale. */
  price?: string
  /** The same for more traffic in this cycle; undefined where none is for sale. */
  more?: PaymentWish
}

/** The same again for an account, and its price; undefined where it cannot be paid for here. */
export function useRenewal(account: Schema<'Account'> | undefined): Renewal | undefined {
  const { i18n } = useLingui()
  const status = useStatus()
  const ways = paymentMethodsOf(status)
  const pays = account !== undefined && canPay(status) && !isUnlimited(account)
  const { data } = useQuery({
    ...listMyPlans(account?.id ?? null),
    enabled: pays && ways.length > 0,
    staleTime: 60_000,
  })
  if (!pays) return undefined
  const same = data?.find(({ id }) => id === account.orderId)
  const [way] = same ? paymentMethodsFor(same, ways) : []
  const pack = data?.find((plan) => isFlowPack(plan) && paymentMethodsFor(plan, ways).length > 0)
  const accountId = account.id
  return {
    // Without a price the dialog begins with the choice between money and a code.
    wish: { accountId, ...(way && { planId: account.orderId }) },
    ...(same && way && { price: priceText(priceOf(same, way), way, i18n.locale) }),
    ...(pack && { more: { accountId, planId: pack.id } }),
  }
}
