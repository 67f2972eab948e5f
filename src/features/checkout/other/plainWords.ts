import { msg } from '@lingui/core/macro'
import type { PayWords } from '../way.ts'

/** What a payer reads, in words that fit any provider; its name is the same in every language. */
export function plainWords(name: string, by: 'code' | 'page'): PayWords {
  const words = {
    pay: (price: string) => msg`Pay ${price} with ${name}`,
    title: msg`Pay with ${name}`,
    placing: msg`Placing the order with ${name}…`,
    failed: msg`The order could not be placed: ${name} does not answer, or this plan is no longer sold that way. Nothing was charged. Try again later, or pay another way.`,
  }
  if (by === 'page')
    return {
      ...words,
      by,
      leave: msg`Continue to ${name}`,
      about: msg`You pay on a page of ${name} and come back here.`,
    }
  return {
    ...words,
    by,
    label: msg`Code to pay with ${name}`,
    scan: msg`Scan this code to pay with ${name}.`,
    open: msg`Open ${name} on this phone`,
    seen: msg`${name} has the order. Confirm the payment there.`,
    ended: msg`This order has ended and its code no longer works. If you have paid, nothing is lost: it is delivered as soon as ${name} tells us, and shown under Orders.`,
  }
}
