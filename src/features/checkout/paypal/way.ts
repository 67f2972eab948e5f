import { msg } from '@lingui/core/macro'
import type { PayerWay } from '../way.ts'
import { CollectStep } from './CollectStep.tsx'
import { ReturnedStep } from './ReturnedStep.tsx'

/** The payer agrees on a page of PayPal's, and is led back. */
export const paypal: PayerWay = {
  words: {
    by: 'page',
    pay: (price) => msg`Pay ${price} with PayPal`,
    title: msg`Pay with PayPal`,
    placing: msg`Placing the order with PayPal…`,
    failed: msg`The order could not be placed: PayPal does not answer, or this plan is no longer sold that way. Nothing was charged. Try again later, or pay another way.`,
    leave: msg`Continue to PayPal`,
    about: msg`You agree to the payment on a page of PayPal and come back here. Nothing is charged before that.`,
  },
  returning: { Collect: CollectStep, Returned: ReturnedStep },
}
