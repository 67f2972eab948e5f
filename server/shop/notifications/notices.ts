import { queryForPayer } from '../settlement/providerStatus.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { takeStatement } from '../settlement/settle.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import type { World } from '../../http/world.ts'
import { findAlipay, findKnownProvider } from '../providers/find.ts'
import { findOrderKnownAs, findOrderNumbered } from '../providers/store.ts'

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
 * Collects what the payer approved, should the payer not have returned. The content of the notice
 * is not believed, so a forged one costs one query at most, and those are limited.
 */
export async function takePaypalNotice(world: World, notice: unknown): Promise<void> {
  const { db, now } = world
  const providerId = orderNamedIn(notice)
  const order = providerId && (await findOrderKnownAs(db, 'paypal', providerId))
  if (!order) return
  const limit = { key: 'notice:paypal', most: MAX_QUESTIONS_PER_MINUTE, window: MINUTE_MS }
  if (!(await takeAttempt(db, now(), limit))) return
  const provider = await findKnownProvider(world, 'paypal')
  if (provider) await queryForPayer(world, provider, order)
}

/** The order a notice is about, wherever its event type has it. */
function orderNamedIn(notice: unknown): string | undefined {
  const { resource } = (notice ?? {}) as { resource?: Named }
  const id = resource?.supplementary_data?.related_ids?.order_id ?? resource?.id
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined
}

type Named = {
  id?: unknown
  supplementary_data?: { related_ids?: { order_id?: unknown } | null } | null
} | null
