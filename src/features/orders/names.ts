import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { methodName, methodNamed } from '#features/providers/registry.ts'
import type { OrderSort, OrdersOnly, State } from './filter.ts'

const UNPRICED: Readonly<Record<string, MessageDescriptor>> = {
  giftcard: msg`Recharge code`,
  refOrder: msg`Invitation reward`,
}

/** The label of a kind of orders. Spec 3. */
export const orderKindName = (kind: Schema<'OrderKind'>): MessageDescriptor =>
  UNPRICED[kind] ?? methodName(kind)

/** The labels of the states of the filter. Spec 4. */
export const ORDER_STATE_NAMES: Record<State, MessageDescriptor> = {
  CREATE: msg`Created`,
  WAIT_BUYER_PAY: msg`Waiting for payment`,
  TRADE_SUCCESS: msg`Paid`,
  FINISH: msg`Delivered`,
  TRADE_CLOSED: msg`Closed`,
}

/** The labels of a state that is filtered out. */
export const HIDDEN_ORDER_NAMES: Record<State, MessageDescriptor> = {
  CREATE: msg`Hiding created`,
  WAIT_BUYER_PAY: msg`Hiding waiting for payment`,
  TRADE_SUCCESS: msg`Hiding paid`,
  FINISH: msg`Hiding delivered`,
  TRADE_CLOSED: msg`Hiding closed`,
}

/** The labels of what the list is limited to. */
export const ONLY_NAMES: Record<OrdersOnly, MessageDescriptor> = {
  stuck: msg`Need review`,
  failed: msg`Failed payments`,
  renewal: msg({ message: 'Renewals', context: 'orders' }),
  refunded: msg`Refunded`,
}

/** The labels of the orders of the order list. */
export const ORDER_SORT_NAMES: Record<OrderSort, MessageDescriptor> = {
  time_desc: msg`Newest first`,
  time_asc: msg`Oldest first`,
  amount_desc: msg`Amount, highest first`,
  amount_asc: msg`Amount, lowest first`,
  state_asc: msg`State, unpaid first`,
  state_desc: msg`State, closed first`,
  user_asc: msg`Email, A to Z`,
  user_desc: msg`Email, Z to A`,
}

type Failure = NonNullable<Schema<'OrderFailure'>>

/** Why an order needs attention, and what helps. */
export const FAILURE_NAMES: Record<Failure, MessageDescriptor> = {
  noPort: msg`No port is free. Widen the port range of the plan or of the account settings, then deliver again.`,
  portTaken: msg`Another account has this port on one of the plan’s servers. Change the port, then deliver again.`,
  accountUnlimited: msg`The account never expires, so there is nothing to renew. Give it an expiry or refund the order.`,
  accountExpired: msg`The account this traffic pack is for has expired. Renew it, then deliver again, or refund the order.`,
  accountGone: msg`The account this traffic pack is for was deleted. Refund the order.`,
  userGone: msg`The user was deleted. Refund the order.`,
  planGone: msg`The plan was deleted. Refund the order.`,
  planIncomplete: msg`The plan has no cycle. Complete the plan, then deliver again.`,
  wrongAmount: msg`The amount paid differs from the price. Nothing was delivered.`,
  wrongCurrency: msg`It was paid in another currency. Nothing was delivered.`,
  returned: msg`Money of this order went back at the payment service, not from here. The account still runs: take the time back, or leave it.`,
  disputed: msg`The payer has opened a dispute at the payment service. Answer it there. The account still runs: take the time back, or leave it.`,
  error: msg`Delivery failed; see the server’s log for the reason. It is retried.`,
}

/** What can happen to an order. */
export const EVENT_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  forged: msg`Forged notification received`,
  placed: msg`Placed`,
  named: msg`Payment code created`,
  providerFailed: msg`The payment service failed`,
  underReview: msg`Being checked by the payment service`,
  paid: msg`Paid`,
  paidAgain: msg`Paid twice`,
  wrongAmount: msg`Wrong amount paid`,
  wrongCurrency: msg`Paid in the wrong currency`,
  delivered: msg`Delivered`,
  failed: msg`Delivery failed`,
  retried: msg`Tried again`,
  closed: msg`Closed`,
  rewarded: msg`Inviter rewarded`,
  refundAsked: msg`Refund requested`,
  refunded: msg`Refunded`,
  refundRefused: msg`Refund declined`,
  shortenAsked: msg`Account to be shortened with it`,
  shortened: msg`Account shortened`,
  returned: msg`Refunded at the payment service`,
  disputed: msg`Disputed by the payer`,
  disputeSaid: msg`A dispute was reported; PayPal does not let this console read it`,
  disputeEnded: msg`Dispute ended`,
  reviewed: msg`Reviewed`,
  packTaken: msg`Traffic pack taken back`,
  mailed: msg`Email sent`,
}

const BOOK_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  giftcard: msg`Recharge code`,
  reward: msg`Invitation reward`,
  owed: msg({ message: 'Customer', context: 'a book money lies in' }),
  delivered: msg`Delivered`,
  refunding: msg`Refund under way`,
  returned: msg`Time taken back`,
}

/** The label of a book of the ledger; the customer's own contains the customer's id. */
export function bookName(book: string): MessageDescriptor {
  const [name = ''] = book.split(':')
  return BOOK_NAMES[name] ?? (methodNamed(book) ? methodName(book) : { id: book, message: book })
}
