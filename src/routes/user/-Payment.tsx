import { lazy, Suspense } from 'react'
import type { ComponentProps } from 'react'

const PaymentDialog = lazy(() => import('#features/checkout/PaymentDialog.tsx'))
const InstallOffer = lazy(() => import('#features/app/InstallOffer.tsx'))

/** What the payment dialog opens with: an empty object opens it with its defaults. */
export type PaymentWish = Pick<
  ComponentProps<typeof PaymentDialog>,
  'accountId' | 'planId' | 'code' | 'back'
>

/** The payment dialog, loaded on first use; after a payment it offers to install the console. */
export function Payment(props: Omit<ComponentProps<typeof PaymentDialog>, 'next'>) {
  const next = (
    <Suspense>
      <InstallOffer />
    </Suspense>
  )
  return (
    <Suspense>
      <PaymentDialog {...props} next={next} />
    </Suspense>
  )
}
