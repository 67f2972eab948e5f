import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'

const PaymentDialog = lazy(() => import('#features/checkout/PaymentDialog.tsx'))

/** What the payment dialog opens with: an empty object opens it with its defaults. */
export type PaymentWish = Pick<
  ComponentProps<typeof PaymentDialog>,
  'accountId' | 'planId' | 'code' | 'back'
>

/** The payment dialog, loaded on first use. */
export function Payment(props: ComponentProps<typeof PaymentDialog>) {
  return (
    <Suspense>
      <PaymentDialog {...props} />
    </Suspense>
  )
}
