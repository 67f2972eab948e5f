import type { Selectable } from 'kysely'
import { isPaidKind, STATUS_OF } from '#rules/placed.ts'
import { nextAsk } from '#rules/retries.ts'
import type { OrderToCollect, Provider, Statement } from '../providers/provider.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { closeOrder, type Taken, takeStatement } from './settle.ts'

type Order = Selectable<PlacedOrderTable>

/** The provider of a kind of orders; undefined while it is switched off. */
export type FindProvider = (world: World, kind: Provider['kind']) => Promise<Provider | undefined>

/** The least time between two questions about one order, however many tabs wait for it. */
const MIN_INTERVAL_MS = 3_000

/** How often it is asked about a payment it has been looking into for long. */
const SLOW_RETRY_MS = 6 * 3_600_000

/** What a provider needs to know of an order. */
export function toCollect({ orderId, providerId, amount }: Order): OrderToCollect {
  return { orderId, providerId, amount: amount ?? 0, subject: orderId }
}

/**
 * Asks a provider about an order and takes its word. What a payer agreed to at PayPal is collected:
 * their browser may be gone. Throws `ProviderFailure`.
 */
export async function askProvider(world: World, provider: Provider, order: Order): Promise<Taken> {
  const statement = await provider.ask(toCollect(order))
  return take(world, provider, order, statement)
}

async function take(world: World, provider: Provider, order: Order, statement: Statement) {
  const isAgreed = provider.kind === 'paypal' && statement.status === 'seen'
  return takeStatement(world, isAgreed ? await provider.collect(toCollect(order)) : statement)
}

/** Asks about an order somebody waits for, unless that was done a moment ago; a failure is logged. */
export async function askForPayer(world: World, provider: Provider, order: Order): Promise<void> {
  const now = world.now()
  const { numUpdatedRows } = await world.db
    .updateTable('placedOrder')
    .set({ askTime: now })
    .where('id', '=', order.id)
    .where('paidTime', 'is', null)
    .where((eb) => eb.or([eb('askTime', 'is', null), eb('askTime', '<=', now - MIN_INTERVAL_MS)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await askProvider(world, provider, order).catch((error: unknown) =>
    world.log.warn({ err: error, order: order.id }, 'a provider could not be asked'),
  )
}

/**
 * Asks about an unpaid order on schedule, closes it once its time is over, and says when to ask
 * again. A provider that cannot be asked leaves it open until it is too old to be asked about; a
 * payment the provider looks into is never too old.
 */
export async function askOnSchedule(world: World, find: FindProvider, order: Order): Promise<void> {
  const { db, now, log } = world
  if (!isPaidKind(order.kind)) return
  const provider = await find(world, order.kind)
  const next = nextAsk(order, now())
  try {
    // Of a provider that is gone for good nothing is to come.
    if (provider) await askProvider(world, provider, order)
    if (order.expireTime !== null && order.expireTime <= now()) await expire(world, provider, order)
  } catch (error) {
    log.warn({ err: error, order: order.id }, 'a provider could not be asked')
    if (next === null && order.paymentId === null) await closeOrder(world, order.id)
  }
  const open = STATUS_OF[order.kind].open
  const unpaid = db
    .updateTable('placedOrder')
    .where('id', '=', order.id)
    .where('paidTime', 'is', null)
  await unpaid.set({ nextTry: next }).execute()
  if (next !== null) return
  await unpaid
    .set({ nextTry: now() + SLOW_RETRY_MS })
    .where('paymentId', 'is not', null)
    .where('status', 'in', [...open])
    .execute()
}

/** Closes an order here and there, so that nobody pays for it by accident. Throws `ProviderFailure`. */
async function expire(world: World, provider: Provider | undefined, { id }: Order): Promise<void> {
  const order = await world.db
    .selectFrom('placedOrder')
    .selectAll()
    .where('id', '=', id)
    .where('paidTime', 'is', null)
    .where('paymentId', 'is', null)
    .executeTakeFirst()
  if (!order || !isPaidKind(order.kind)) return
  if (!STATUS_OF[order.kind].open.some((word) => word === order.status)) return
  await provider?.close(toCollect(order))
  await closeOrder(world, id)
}
