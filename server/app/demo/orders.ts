import type { Insertable } from 'kysely'
import { UNPRICED } from '#rules/placed.ts'
import { isPlain } from '#rules/orderStates.ts'
import { priceOf } from '#rules/planPrices.ts'
import { allFacts, isPaidKind } from '#rules/providers/registry.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { Draft } from './kinds.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

type Order = Insertable<PlacedOrderTable>
type Buyer = { userId: number; accountId: number }
type Kind = { share: number; kind: PlacedOrderTable['kind']; done: string; open: readonly string[] }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ORDER_SPAN_MS = 60 * DAY_MS
/** How long people take to pay. */
const PAYING_MS = 40_000

/** How much of what is paid goes to the first provider, and to each other one. */
const SHARES = [62, 18]

const KINDS: readonly Kind[] = [
  ...allFacts().map(({ kind, words }, at) => ({
    share: SHARES[at] ?? 0,
    kind,
    done: words.delivered,
    open: [...words.open, ...words.open.map(() => words.closed)],
  })),
  { share: 12, kind: 'giftcard', done: UNPRICED.giftcard, open: [UNPRICED.giftcard] },
  { share: 8, kind: 'refOrder', done: UNPRICED.refOrder, open: [UNPRICED.refOrder] },
]

/** Generates the orders that led to an account as it is, of the last weeks. */
export function startOrders(shop: Shop, random: Random, now: number) {
  const { pack } = shop
  const prices = new Map([...shop.plans, pack].map((plan) => [plan.id, plan]))
  let count = 0

  return function ordersOf(draft: Draft, buyer: Buyer): Order[] {
    const { orderId, cycleStart } = draft
    if (orderId === 0 || cycleStart === null) return []
    // An account that was not started was bought at some time of the last day, and waits.
    const begun = draft.active ? cycleStart : now - random.between(0, DAY_MS)
    const started = Math.min(Math.max(begun, draft.createTime), now)
    const orders = [order(buyer, orderId, started - random.whole(1, 90) * 1_000, true)]
    if (draft.pack > 0)
      orders.push(order(buyer, pack.id, started + random.between(0, 1) * (now - started), true))
    // Some payments are begun and not finished.
    if (random.chance(0.12))
      orders.push(order(buyer, orderId, now - random.between(0, 30 * DAY_MS), false))
    return orders.filter(({ createTime }) => createTime > now - ORDER_SPAN_MS)
  }

  function order(buyer: Buyer, planId: number, at: number, isPaid: boolean): Order {
    const plan = prices.get(planId)
    const { kind, done, open } = random.share(
      KINDS.filter((one) => !isPaidKind(one.kind) || priceOf(plan ?? {}, one.kind) > 0),
    )
    const createTime = Math.round(at)
    // An unpaid order expires after two hours.
    const begun = now - createTime < 2 * HOUR_MS ? open[0] : open.at(-1)
    count += 1
    const isSold = isPaidKind(kind)
    const status = isPaid ? done : (begun ?? done)
    return {
      kind,
      orderId: name(kind, createTime),
      planId: kind === 'refOrder' ? null : planId,
      ...buyer,
      amount: isSold ? priceOf(plan ?? {}, kind) : null,
      refTime: kind === 'refOrder' ? DAY_MS : null,
      status,
      createTime,
      expireTime: isSold ? createTime + 2 * HOUR_MS : null,
      paidTime: status === done ? createTime + PAYING_MS : null,
      deliveredTime: status === done ? createTime + PAYING_MS : null,
    }
  }

  function name(kind: Order['kind'], at: number): string {
    const number = String(count).padStart(6, '0')
    if (isPaidKind(kind) && isPlain(kind)) return `PAYID-${random.whole(100_000, 999_999)}${number}`
    if (kind === 'giftcard')
      return `${random.whole(100_000, 999_999)}${random.whole(100_000, 999_999)}${number}`
    return `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}${number}`
  }
}
