import type { Database } from '../../database/database.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import type { World } from '../../http/world.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import type { AnyProvider, SentNotice } from '../providers/definition.ts'
import { findKnownProvider, openProvider } from '../providers/find.ts'
import { providerNamed } from '../providers/registry.ts'
import { findOrderKnownAs, findOrderNumbered, findOrderPaidBy } from '../providers/store.ts'
import { lookForNotice, lookSoon } from '../settlement/looks.ts'
import { queryForPayer } from '../settlement/providerStatus.ts'
import { takeStatement } from '../settlement/settle.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** How many forged notices are recorded: for one order, and in all, in a day. */
const MAX_TRACES_OF_ORDER = 5
const MAX_TRACES = 100

/**
 * How often a minute notices make us query one provider. Orders skipped here are queried on schedule.
 */
const MAX_QUESTIONS_PER_MINUTE = 60

/**
 * Processes a notice of a provider; returns whether it need not be repeated. Wire-contract facts:
 * 4.5.
 *
 * Believed only as far as the provider's folder says it is the provider's, and settled only if it
 * fits an order of ours. What was ordered before a provider was switched off may still be paid.
 */
export async function takeNotice(world: World, kind: string, sent: SentNotice): Promise<boolean> {
  const definition = providerNamed(kind)
  if (!definition) return false
  const read = await definition.read(() => openProvider(world, definition), sent)
  if (read === 'unread') return false
  if ('statement' in read) {
    // A provider speaks of its own orders only.
    if (read.statement.kind !== kind) return false
    return (await takeStatement(world, read.statement)) === 'taken'
  }
  if ('forged' in read) {
    await noteForged(world, kind, read.orderId, read.forged)
    return false
  }
  await askAbout(world, definition, read.asks)
  return true
}

/** Records a forged notice, but not so many that they could fill the disk. */
async function noteForged(world: World, kind: string, orderId: string, detail: string) {
  const { db, now } = world
  const placed = await findOrderNumbered(db, kind, orderId)
  const within = async (key: string, most: number) =>
    takeAttempt(db, now(), { key: `forged:${key}`, most, window: DAY_MS })
  if (!(await within(placed ? String(placed.id) : 'none', MAX_TRACES_OF_ORDER))) return
  if (!(await within('all', MAX_TRACES))) return
  const event = { placedOrderId: placed?.id ?? null, event: 'forged' as const, detail }
  await insertOrderEvent(db, event, now())
}

type Names = { numbers?: string[]; orders?: string[]; payments?: string[]; dispute?: string }

/**
 * Queries a provider about the order that a notice names.
 *
 * Collects what the payer approved, should the payer not have returned, and books what went back.
 * The content of the notice is not believed, so a forged one costs a few queries at most, and those
 * are limited.
 */
async function askAbout(
  world: World,
  { facts: { kind } }: AnyProvider,
  { dispute, ...names }: Names,
): Promise<void> {
  const { db, now } = world
  const order = await findNamed(db, kind, names)
  if (!order) return
  const limit = { key: `notice:${kind}`, most: MAX_QUESTIONS_PER_MINUTE, window: MINUTE_MS }
  const provider = await findKnownProvider(world, kind)
  const isAllowed = await takeAttempt(db, now(), limit)
  if (order.paidTime === null) {
    if (isAllowed && provider) await queryForPayer(world, provider, order)
  } else if (isAllowed && provider) await lookForNotice(world, provider, order, dispute)
  else await lookSoon(world, order.id)
}

/** The order that has one of these numbers of ours, or names of the provider's. */
async function findNamed(
  db: Database,
  kind: string,
  { numbers = [], orders = [], payments = [] }: Names,
) {
  for (const name of numbers) {
    const order = await findOrderNumbered(db, kind, name)
    if (order) return order
  }
  for (const name of orders) {
    const order = await findOrderKnownAs(db, kind, name)
    if (order) return order
  }
  for (const name of payments) {
    const order = await findOrderPaidBy(db, kind, name)
    if (order) return order
  }
  return undefined
}
