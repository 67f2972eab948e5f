import type { Selectable } from 'kysely'
import { openOf } from '#rules/placed.ts'
import { isPaidKind, wordsOfKind } from '#rules/providers/registry.ts'
import { nextAsk } from '#rules/retries.ts'
import type { OrderToCollect, Provider, Statement } from '../providers/provider.ts'
import { providerNamed } from '../providers/registry.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { findUser } from '../../people/users/seen.ts'
import { hasRoom } from '../fulfilment/room.ts'
import { closeOrder, type Taken, takeStatement } from './settle.ts'

type Order = Selectable<PlacedOrderTable>

/** The provider of a kind of orders; undefined while it is switched off. */
export type FindProvider = (world: World, kind: Provider['kind']) => Promise<Provider | undefined>

/** The least time between two queries about one order, however many tabs wait for it, ms. */
const MIN_INTERVAL_MS = 3_000

/** How long after its time an order holds its port while nobody knows whether it was paid, ms. */
const UNKNOWN_MS = 2 * 3_600_000

/** How often the provider is queried about a long review, ms. */
const SLOW_RETRY_MS = 6 * 3_600_000

/** An order's fields for its provider. */
export function toCollect({ orderId, providerId, amount }: Order): OrderToCollect {
  return { orderId, providerId, amount: amount ?? 0, subject: orderId }
}

/**
 * Queries a provider about an order and settles its statement. What a payer approved is collected
 * where that takes a call: their browser may be gone, but not their account. Throws `ProviderFailure`.
 */
export async function queryProvider(
  world: World,
  provider: Provider,
  order: Order,
): Promise<Taken> {
  const statement = await provider.query(toCollect(order))
  return take(world, provider, order, statement)
}

async function take(world: World, provider: Provider, order: Order, statement: Statement) {
  const isAgreed = providerNamed(provider.kind)?.collects === true && statement.status === 'seen'
  // Where nobody is left to deliver to, or no port: what is not collected need not be refunded.
  const isDue =
    isAgreed && (await findUser(world.db, order.userId)) && (await hasRoom(world, order))
  return takeStatement(world, isDue ? await provider.collect(toCollect(order)) : statement)
}

/** Queries about an order a caller waits for, unless just done; a failure is logged. */
export async function queryForPayer(world: World, provider: Provider, order: Order): Promise<void> {
  const now = world.now()
  const { numUpdatedRows } = await world.db
    .updateTable('placedOrder')
    .set({ askTime: now })
    .where('id', '=', order.id)
    .where('paidTime', 'is', null)
    .where((eb) => eb.or([eb('askTime', 'is', null), eb('askTime', '<=', now - MIN_INTERVAL_MS)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await queryProvider(world, provider, order).catch((error: unknown) =>
    world.log.warn({ err: error, order: order.id }, 'a provider could not be asked'),
  )
}

/**
 * Queries about an unpaid order on schedule, closes it once its time is over, and returns when to
 * query again. An unreachable provider leaves it open until it is too old to be queried; a payment
 * under review is never too old.
 */
export async function queryOnSchedule(
  world: World,
  find: FindProvider,
  order: Order,
): Promise<void> {
  const { db, now, log } = world
  if (!isPaidKind(order.kind)) return
  const provider = await find(world, order.kind)
  const next = nextAsk(order, now())
  try {
    // A provider that was removed will send nothing more.
    if (provider) await queryProvider(world, provider, order)
    if (order.expireTime !== null && order.expireTime <= now()) await expire(world, provider, order)
  } catch (error) {
    log.warn({ err: error, order: order.id }, 'a provider could not be asked')
    if (next === null && order.paymentId === null) await closeOrder(world, order.id)
    else await freePort(world, order)
  }
  const open = wordsOfKind(order.kind).open
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

/** A provider that cannot be asked holds no port for an order whose time has been over for long. */
async function freePort({ db, now }: World, { id, expireTime }: Order): Promise<void> {
  if (expireTime === null || expireTime > now() - UNKNOWN_MS) return
  await db
    .updateTable('placedOrder')
    .set({ reservedPort: null })
    .where('id', '=', id)
    .where('paidTime', 'is', null)
    .where('paymentId', 'is', null)
    .execute()
}

/** Closes an order here and at the provider, against late payment. Throws `ProviderFailure`. */
async function expire(world: World, provider: Provider | undefined, { id }: Order): Promise<void> {
  const order = await world.db
    .selectFrom('placedOrder')
    .selectAll()
    .where('id', '=', id)
    .where('paidTime', 'is', null)
    .where('paymentId', 'is', null)
    .executeTakeFirst()
  if (!order || !isPaidKind(order.kind)) return
  if (!openOf(order.kind).includes(order.status)) return
  await provider?.close(toCollect(order))
  await closeOrder(world, id)
}
