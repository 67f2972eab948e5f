import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { stateOfStatus } from '#rules/placed.ts'
import { isPaidKind } from '#rules/providers/registry.ts'
import { methodName } from '#features/providers/registry.ts'
import type { PaymentMethod } from './paymentMethods.ts'

type Order = Schema<'UserOrder'>

/** The state of an order for its buyer. */
export type OrderState =
  | 'waiting'
  | 'checking'
  | 'wrongAmount'
  | 'paid'
  | 'delivered'
  | 'closed'
  | 'refunded'

/** The state of an order; what its status means where that is all there is. */
export function stateOf({ state, status = '' }: Pick<Order, 'state' | 'status'>): OrderState {
  const known = state ?? stateOfStatus(status)
  return known === 'created' ? 'waiting' : known
}

/** How an order that waits for its money can be paid; undefined for any other, or one too old. */
export function payableBy(order: Order, now: number): PaymentMethod | undefined {
  const { kind, expireTime = 0 } = order
  if (stateOf(order) !== 'waiting' || expireTime <= now) return undefined
  return kind !== undefined && isPaidKind(kind) ? kind : undefined
}

/** The state of an order as a label. */
export const STATE_WORDS: Record<OrderState, MessageDescriptor> = {
  waiting: msg`Not paid yet`,
  checking: msg`Being checked by PayPal`,
  wrongAmount: msg`Amount does not match`,
  paid: msg`Paid, being delivered`,
  delivered: msg`Delivered`,
  closed: msg`Closed`,
  refunded: msg`Refunded`,
}

const UNPRICED: Readonly<Record<string, MessageDescriptor>> = {
  giftcard: msg`Recharge code`,
  refOrder: msg`Invitation reward`,
}

/** The label of a kind of order. */
export const kindWordOf = (kind: Schema<'OrderKind'>): MessageDescriptor =>
  UNPRICED[kind] ?? methodName(kind)
