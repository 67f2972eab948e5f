import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'

const PaymentDialog = lazy(() => import('#features/checkout/PaymentDialog.tsx'))

/** What a screen asks the payment dialog for: nothing opens it as it comes. */
export type PaymentWish = Pick<
  ComponentProps<typeof PaymentDialog>,
  'accountId' | 'planId' | 'code' | 'back'
>

/** The payment dialog, brought when somebody pays. */
export function Payment(props: ComponentProps<typeof PaymentDialog>) {
  return (
    <Suspense>
      <PaymentDialog {...props} />
    </Suspense>
  )
}
