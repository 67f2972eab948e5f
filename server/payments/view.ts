import type { Schema } from '#contract'
import type { StoredOrder } from './store.ts'

// Older consoles show these words as they are.
const LABELS = {
  alipay: '支付宝',
  paypal: 'Paypal',
  giftcard: '充值码',
  refOrder: '邀请奖励',
} as const

/** An order as its buyer sees it. */
export function toUserOrder(order: StoredOrder): Schema<'UserOrder'> {
  const { orderId, kind, orderName, refTime, status, port, createTime } = order
  const amount = amountOf(order)
  return {
    orderId,
    type: LABELS[kind],
    kind,
    orderName,
    ...(amount === null ? {} : { amount }),
    ...(refTime === null ? {} : { refTime }),
    status,
    port,
    createTime,
  }
}

/** An order in the admin's list of all kinds. */
export function toPlacedOrder(order: StoredOrder): Schema<'PlacedOrder'> {
  const { kind, refTime } = order
  return {
    kind,
    ...shared(order),
    orderType: order.planId,
    amount: amountOf(order),
    refTime,
    expireTime: order.expireTime,
  }
}

/** An order of one provider, as older consoles read it; what the provider said is not kept. */
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

/** An amount as it is read, `9.99`, of cents. */
const amountOf = ({ amount }: StoredOrder) => (amount === null ? null : (amount / 100).toFixed(2))
