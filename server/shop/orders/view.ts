import { seesMoney } from '../../http/permissions.ts'
import type { Schema } from '#contract'
import { placedState } from '#rules/placed.ts'
import { toDecimal } from '#rules/price.ts'
import { providerNamed } from '../providers/registry.ts'
import { lifeOf, standingOf } from './buyerStatus.ts'
import type { StoredOrder } from './store.ts'

// Older consoles show these words as they are.
const LABELS: Readonly<Record<string, string>> = { giftcard: '充值码', refOrder: '邀请奖励' }

/** An order as its buyer sees it now. */
export function toUserOrder(order: StoredOrder, now: number): Schema<'UserOrder'> {
  const { orderId, kind, orderName, refTime, status, port, createTime, expireTime } = order
  const amount = amountOf(order)
  return {
    orderId,
    type: providerNamed(kind)?.label ?? LABELS[kind] ?? kind,
    kind,
    orderName,
    ...(amount === null ? {} : { amount }),
    ...(refTime === null ? {} : { refTime }),
    status,
    state: standingOf(order),
    ...refundOf(order),
    port,
    orderType: order.planId,
    accountId: order.accountId,
    ...(expireTime === null ? {} : { expireTime }),
    ...lifeOf(order, now),
    createTime,
  }
}

/** An order in the admin's list of all kinds. */
export function toPlacedOrder(order: StoredOrder): Schema<'PlacedOrder'> {
  const { kind, refTime } = order
  const failure = failureOf(order)
  return {
    kind,
    ...shared(order),
    orderType: order.planId,
    amount: amountOf(order),
    refTime,
    expireTime: order.expireTime,
    state: placedState(order),
    ...(failure === null ? {} : { failure }),
    ...refundOf(order),
  }
}

/** Who reads an order. */
export type Reader = { rights?: string } | null

/** A reward, as older consoles read it. */
export function toRefOrder(order: StoredOrder): Schema<'RefOrder'> {
  const { orderName: _, ...rest } = shared(order)
  return { ...rest, refTime: order.refTime ?? 0 }
}

/** A used recharge code, as older consoles read it. */
export function toGiftcardOrder(order: StoredOrder): Schema<'GiftcardOrder'> {
  return { ...shared(order), orderType: order.planId ?? 0 }
}

/** Why an order needs an admin. */
export function failureOf({ failure }: StoredOrder): Schema<'OrderFailure'> {
  // Only our own words are ever stored.
  return failure as Schema<'OrderFailure'>
}

/** The provider's last statement, for those who handle money. */
export function dataOf({ data }: StoredOrder, caller: Reader): Schema<'ProviderData'> {
  return data === null || !seesMoney(caller) ? null : JSON.parse(data)
}

/** An order of one provider, as older consoles read it; the provider's statement is left out. */
export function toProviderOrder(order: StoredOrder) {
  const { planId, createTime, expireTime } = order
  return {
    ...shared(order),
    orderType: planId ?? 0,
    amount: amountOf(order) ?? '0.00',
    expireTime: expireTime ?? createTime,
  }
}

function shared(order: StoredOrder) {
  const { orderId, orderName, userId, username, group, accountId, port, status, createTime } = order
  return { orderId, orderName, userId, username, group, accountId, port, status, createTime }
}

/** An amount for display, `9.99`, from cents. */
export const amountOf = ({ amount }: StoredOrder) => (amount === null ? null : toDecimal(amount))

const refundOf = ({ refunded }: StoredOrder) => (refunded ? { refunded: toDecimal(refunded) } : {})
