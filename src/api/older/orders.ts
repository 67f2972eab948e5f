import type { Answer, Schema } from '#contract'
import { ORDER_FILTER, toPlainStatus } from '#rules/orderStates.ts'
import { stateOfStatus } from '#rules/placed.ts'
import { wordsOfKind } from '#rules/providers/registry.ts'
import type { Ask, Call, Translation } from './translation.ts'

type Listed = { orders: { orderType?: number | null; orderName?: string | null }[] }

/** Some lists name a plan by its id alone. */
const named = <Page extends Listed>(page: Page) => ({
  ...page,
  orders: page.orders.map((row) =>
    row.orderName === undefined && row.orderType != null
      ? { ...row, orderName: `#${row.orderType}` }
      : row,
  ),
})

const KINDS: Record<string, Schema<'OrderKind'>> = {
  支付宝: 'alipay',
  Paypal: 'paypal',
  充值码: 'giftcard',
  邀请奖励: 'refOrder',
}

/** The kind is in words, and only what was paid for is listed, without a state. */
const ownOrders = (orders: Answer<'listMyOrders'>) =>
  orders.map((order) => {
    const { kind = KINDS[order.type], status = 'FINISH', state = stateOfStatus(status) } = order
    return { ...order, kind, status, state }
  })

/** Orders of each kind, and the caller's own. */
export const orderAnswers = {
  'GET /api/admin/alipay': named,
  'GET /api/admin/paypal': named,
  'GET /api/admin/giftcard': named,
  'GET /api/admin/refOrder': named,
  'GET /api/user/order': ownOrders,
} satisfies Partial<Record<Call, Translation>>

/** A list without states is refused, and so is its table. */
const withStates = (states: readonly string[]) => (_body: undefined, query: URLSearchParams) => {
  if (query.has('filter')) return
  for (const state of states) query.append('filter', state)
}
const alipay = withStates(ORDER_FILTER)
// PayPal has a status for orders not paid in time, and none for waiting.
const paypal = withStates(
  ORDER_FILTER.flatMap((state) =>
    state === wordsOfKind('alipay').closed
      ? wordsOfKind('paypal').closed
      : (toPlainStatus(state) ?? []),
  ),
)

/** Lists of orders of the kinds that are paid for. */
export const orderRequests = {
  'GET /api/admin/alipay': alipay,
  'GET /api/admin/alipay/csv': alipay,
  'GET /api/admin/paypal': paypal,
} satisfies Partial<Record<Call, Ask>>
