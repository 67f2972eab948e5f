import { msg } from '@lingui/core/macro'
import type { PayerWay } from '../way.ts'

/** The payer scans a code of Alipay. */
export const alipay: PayerWay = {
  words: {
    by: 'code',
    pay: (price) => msg`Pay ${price} with Alipay`,
    title: msg`Pay with Alipay`,
    placing: msg`Placing the order with Alipay…`,
    failed: msg`The order could not be placed: Alipay does not answer, or this plan is no longer sold that way. Nothing was charged. Try again later, or pay another way.`,
    label: msg`Code to pay with Alipay`,
    scan: msg`Scan this code with the Alipay app.`,
    open: msg`Open Alipay on this phone`,
    seen: msg`Alipay has the order. Confirm the payment there.`,
    ended: msg`This order has ended and its code no longer works. If you have paid, nothing is lost: it is delivered as soon as Alipay tells us, and shown under Orders.`,
  },
}
