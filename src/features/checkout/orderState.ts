import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { isPaidKind, stateOfStatus } from '#rules/placed.ts'
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

/** The kind of an order; older servers send it only as text. */
export function kindOf({ kind, type }: Order): Schema<'OrderKind'> | undefined {
  return kind ?? KINDS[type]
}

/** The state of an order; older servers send only the status, and list only paid orders. */
export function stateOf({ state, status = 'FINISH' }: Pick<Order, 'state' | 'status'>): OrderState {
  const known = state ?? stateOfStatus(status)
  return known === 'created' ? 'waiting' : known
}

/** How an order that waits for its money can be paid; undefined for any other, or one too old. */
export function payableBy(order: Order, now: number): PaymentMethod | undefined {
  const kind = kindOf(order)
  const { expireTime = 0 } = order
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

/** The labels of each kind of order. */
export const KIND_WORDS: Record<Schema<'OrderKind'>, MessageDescriptor> = {
  alipay: msg`Alipay`,
  paypal: msg`PayPal`,
  giftcard: msg`Recharge code`,
  refOrder: msg`Invitation reward`,
}

const KINDS: Record<string, Schema<'OrderKind'>> = {
  支付宝: 'alipay',
  Paypal: 'paypal',
  充值码: 'giftcard',
  邀请奖励: 'refOrder',
}
