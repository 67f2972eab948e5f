import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import type { State } from './filter.ts'

/** What the ways an order comes about are called. Spec 3. */
export const ORDER_KIND_NAMES: Record<Schema<'OrderKind'>, MessageDescriptor> = {
  alipay: msg`Alipay`,
  paypal: msg`PayPal`,
  giftcard: msg`Recharge code`,
  refOrder: msg`Invitation reward`,
}

/** What the states of the filter are called. Spec 4. */
export const ORDER_STATE_NAMES: Record<State, MessageDescriptor> = {
  CREATE: msg`Created`,
  WAIT_BUYER_PAY: msg`Waiting for payment`,
  TRADE_SUCCESS: msg`Paid`,
  FINISH: msg`Finished`,
  TRADE_CLOSED: msg`Closed`,
}

/** What it is called when a state is left out. */
export const HIDDEN_ORDER_NAMES: Record<State, MessageDescriptor> = {
  CREATE: msg`No created ones`,
  WAIT_BUYER_PAY: msg`None waiting for payment`,
  TRADE_SUCCESS: msg`No paid ones`,
  FINISH: msg`No finished ones`,
  TRADE_CLOSED: msg`No closed ones`,
}

type Failure = NonNullable<Schema<'OrderFailure'>>

/** Why somebody should look at an order, and what helps. */
export const FAILURE_NAMES: Record<Failure, MessageDescriptor> = {
  noPort: msg`No port is free. Widen the port range of the plan or of the account settings, then deliver again.`,
  portTaken: msg`On a server of the plan the port of the account belongs to another account. Give the account another port, then deliver again.`,
  accountUnlimited: msg`The account never expires, so there is nothing to renew. Give it an expiry or refund the order.`,
  accountExpired: msg`The account this flow pack is for has expired. Renew it, then deliver again, or refund the order.`,
  accountGone: msg`The account this flow pack is for is gone. Refund the order.`,
  userGone: msg`The user is gone. Refund the order.`,
  planGone: msg`The plan is gone. Refund the order.`,
  planIncomplete: msg`The plan has no period. Complete the plan, then deliver again.`,
  wrongAmount: msg`Another amount than the price was paid. Nothing was delivered.`,
  wrongCurrency: msg`It was paid in another currency. Nothing was delivered.`,
  error: msg`Delivery failed for a reason the server's log tells. It is tried again.`,
}

/** What can happen to an order. */
export const EVENT_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  forged: msg`A forged notice came`,
  placed: msg`Placed`,
  named: msg`Payment code made`,
  providerFailed: msg`The payment service failed`,
  underReview: msg`Being checked by the payment service`,
  paid: msg`Paid`,
  paidAgain: msg`Paid once more`,
  wrongAmount: msg`Wrong amount paid`,
  wrongCurrency: msg`Paid in a wrong currency`,
  delivered: msg`Delivered`,
  failed: msg`Delivery failed`,
  retried: msg`Tried again`,
  closed: msg`Closed`,
  rewarded: msg`Inviter rewarded`,
  refundAsked: msg`Refund asked for`,
  refunded: msg`Refunded`,
  refundRefused: msg`Refund refused`,
  mailed: msg`Mail sent`,
}

const BOOK_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  alipay: msg`Alipay`,
  paypal: msg`PayPal`,
  giftcard: msg`Recharge code`,
  reward: msg`Invitation reward`,
  owed: msg({ message: 'Customer', context: 'a book money lies in' }),
  delivered: msg`Delivered`,
  refunding: msg`Refund under way`,
}

/** What a book of the ledger is called; the customer's own names the customer's id. */
export function bookName(book: string): MessageDescriptor {
  const [name = ''] = book.split(':')
  return BOOK_NAMES[name] ?? { id: book, message: book }
}
