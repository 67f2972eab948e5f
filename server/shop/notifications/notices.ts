import type { Database } from '../../database/database.ts'
import { lookForNotice, lookSoon } from '../settlement/looks.ts'
import { queryForPayer } from '../settlement/providerStatus.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { takeStatement } from '../settlement/settle.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import type { World } from '../../http/world.ts'
import { findAlipay, findKnownProvider } from '../providers/find.ts'
import { findOrderKnownAs, findOrderNumbered, findOrderPaidBy } from '../providers/store.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** How many forged notices are recorded: for one order, and in all, in a day. */
const MAX_TRACES_OF_ORDER = 5
const MAX_TRACES = 100

/** How often a minute notices make us query PayPal. Orders skipped here are queried on schedule. */
const MAX_QUESTIONS_PER_MINUTE = 60

/**
 * Processes a notice of Alipay; returns whether Alipay need not repeat it. Wire-contract facts:
 * 4.5.
 *
 * Believed only if signed by Alipay and for our app, and settled only if it fits an order of ours.
 */
export async function takeAlipayNotice(
  world: World,
  notice: Record<string, unknown>,
): Promise<boolean> {
  // What was ordered before Alipay was switched off may still be paid.
  const alipay = await findAlipay(world)
  if (!alipay) return false
  const read = await alipay.read(notice)
  if ('statement' in read) return (await takeStatement(world, read.statement)) === 'taken'
  await noteForged(world, String(notice.out_trade_no ?? ''), read.forged)
  return false
}

/** Records a forged notice, but not so many that they could fill the disk. */
async function noteForged(world: World, orderId: string, detail: string): Promise<void> {
  const { db, now } = world
  const placed = await findOrderNumbered(db, 'alipay', orderId)
  const within = async (key: string, most: number) =>
    takeAttempt(db, now(), { key: `forged:${key}`, most, window: DAY_MS })
  if (!(await within(placed ? String(placed.id) : 'none', MAX_TRACES_OF_ORDER))) return
  if (!(await within('all', MAX_TRACES))) return
  const event = { placedOrderId: placed?.id ?? null, event: 'forged' as const, detail }
  await insertOrderEvent(db, event, now())
}

/**
 * Treats a notice of PayPal as a reason to query PayPal about the order it names.
 *
 * Collects what the payer approved, should the payer not have returned, and books what went back.
 * The content of the notice is not believed, so a forged one costs a few queries at most, and those
 * are limited.
 */
export async function takePaypalNotice(world: World, notice: unknown): Promise<void> {
  const { db, now } = world
  const { orders, payments, dispute } = namesIn(notice)
  const order = await findNamed(db, orders, payments)
  if (!order) return
  const limit = { key: 'notice:paypal', most: MAX_QUESTIONS_PER_MINUTE, window: MINUTE_MS }
  const provider = await findKnownProvider(world, 'paypal')
  const isAllowed = await takeAttempt(db, now(), limit)
  if (order.paidTime === null) {
    if (isAllowed && provider) await queryForPayer(world, provider, order)
  } else if (isAllowed && provider) await lookForNotice(world, provider, order, dispute)
  else await lookSoon(world, order.id)
}

/** The order that has one of these names of PayPal, or of ours. */
async function findNamed(db: Database, orders: string[], payments: string[]) {
  for (const name of orders) {
    const order = await findOrderKnownAs(db, 'paypal', name)
    if (order) return order
  }
  for (const name of payments) {
    const order = await findOrderPaidBy(db, 'paypal', name)
    if (order) return order
  }
  return undefined
}

/**
 * What a notice is about, wherever its event type has it: an order, a capture, a refund, which names
 * its capture by a link, or a dispute, which lists payments.
 */
function namesIn(notice: unknown): { orders: string[]; payments: string[]; dispute?: string } {
  const resource = (notice as { resource?: Named } | null)?.resource
  const { id, dispute_id, supplementary_data, links, disputed_transactions } = resource ?? {}
  const linked = listOf(links).map(({ rel, href }) =>
    rel === 'up' && typeof href === 'string' ? href.split('/').pop() : undefined,
  )
  const disputed = listOf(disputed_transactions).map((payment) => payment.seller_transaction_id)
  const [dispute] = namesOf([dispute_id])
  return {
    orders: namesOf([supplementary_data?.related_ids?.order_id, id]),
    payments: namesOf([
      supplementary_data?.related_ids?.capture_id,
      id,
      ...linked,
      ...disputed.slice(0, MAX_PAYMENTS),
    ]),
    ...(dispute === undefined ? {} : { dispute }),
  }
}

/** How many payments of a dispute are looked for. */
const MAX_PAYMENTS = 5

const namesOf = (values: unknown[]) =>
  values.filter((value) => typeof value === 'string').filter((name) => /^[\w-]{1,64}$/.test(name))

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []

type Named = {
  id?: unknown
  dispute_id?: unknown
  links?: unknown
  disputed_transactions?: unknown
  supplementary_data?: {
    related_ids?: { order_id?: unknown; capture_id?: unknown } | null
  } | null
} | null
