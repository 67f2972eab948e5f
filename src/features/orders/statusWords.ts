import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
const WORDS: Readonly<Record<string, MessageDescriptor>> = {
  CREATE: msg`Created`,
  WAIT_BUYER_PAY: msg`Waiting for payment`,
  TRADE_SUCCESS: msg`Paid`,
  FINISH: msg`Delivered`,
  USED: msg`Redeemed`,
  TRADE_CLOSED: msg`Closed`,
  created: msg`Created`,
  approved: msg`Paid`,
  finish: msg`Delivered`,
  closed: msg`Closed`,
}

/** The state of an order in words for a person; undefined for one that is not ours. Spec 4. */
export function statusWord(status: string): MessageDescriptor | undefined {
  return Object.entries(WORDS).find(([known]) => known === status)?.[1]
}
