import type { Selectable } from 'kysely'
import { PAID, placedState } from '#rules/placed.ts'
import { currencyOf, isPaidKind, wordsOfKind } from '#rules/providers/registry.ts'
import { toDecimal } from '#rules/price.ts'
import type { Database } from '../../database/database.ts'
import { type Provider, ProviderFailure } from '../providers/provider.ts'
import { Refusal } from '../../base/refusal.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { type FindProvider, toCollect } from '../settlement/providerStatus.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { DELIVERED, findEntry, insertLedger, owed, REFUNDING } from '../ledger/ledger.ts'
import { refundEffect, selectRefunds } from '../ledger/refundEntries.ts'
import { bookReturned } from '../settlement/returned.ts'
import { askToShorten, takeBackOnce } from './shorten.ts'

type Order = Selectable<PlacedOrderTable>

type RefundInput = {
  orderId: string
  /** Cents; undefined for all that is left. */
  amount: number | undefined
  /** Whether the time that was bought is taken back as well, once the money is back. */
  shorten?: boolean | undefined
  /** The same key refunds once. */
  requestId: string
  actorId: number
}

/** How soon a refund whose answer was lost is requested again, ms. */
const RETRY_MS = 60_000
/** The same where a retry is not likely to help soon. */
const SLOW_RETRY_MS = 3_600_000

/**
 * Refunds a part of an order or all that is left; returns the provider's reply.
 *
 * The cents are reserved in the books before the provider is called, so that concurrent calls never
 * refund more than was paid. After a lost answer `settleRefunds` requests it again. Refuses with
 * `not paid`, `more than left`, `provider refused` or `provider unreachable`.
 */
export async function refundOrder(
  world: World,
  provider: Provider,
  input: RefundInput,
): Promise<object> {
  const { order, amount, isFirst } = await world.db
    .transaction()
    .execute((tx) => setAside(tx, world, provider.kind, input))
  return payBack(world, provider, order, { amount, requestId: input.requestId, isFirst })
}

/** Requests the refunds of an order without an answer again. */
export async function settleRefunds(world: World, find: FindProvider, order: Order): Promise<void> {
  const provider = isPaidKind(order.kind) ? await find(world, order.kind) : undefined
  // Should this process crash meanwhile, another takes over.
  const open = await findOpen(world, order, provider ? RETRY_MS : SLOW_RETRY_MS)
  if (!provider || open.length === 0) return
  for (const refund of open)
    await payBack(world, provider, order, { ...refund, isFirst: false }).catch((error: unknown) =>
      world.log.warn({ err: error, order: order.id }, 'a refund is not done'),
    )
  await findOpen(world, order)
}

/**
 * The refunds of an order without an answer; they are processed after `delay`, or when they were
 * due. An order without any is not scheduled from now on.
 */
function findOpen({ db, now }: World, order: Order, delay?: number) {
  return db.transaction().execute(async (tx) => {
    // Otherwise a refund requested at this moment would lose its schedule, too.
    if (isPaidKind(order.kind)) await holdOrder(tx, order.kind, order.orderId)
    const open = (await selectRefunds(tx, order.id)).open
    if (open.length === 0) await lookAgain({ db: tx, now }, order, null)
    else if (delay !== undefined) await lookAgain({ db: tx, now }, order, delay)
    return open
  })
}

/** Schedules the refunds of an order; a delivery that is due stays scheduled. */
async function lookAgain(
  { db, now }: Pick<World, 'now'> & { db: Database },
  { id }: Order,
  delay: number | null,
): Promise<void> {
  await db
    .updateTable('placedOrder')
    .set({ nextTry: delay === null ? null : now() + delay })
    .where('id', '=', id)
    .where('status', 'not in', PAID)
    .execute()
}

async function setAside(tx: Database, world: World, kind: string, input: RefundInput) {
  const { orderId, requestId, actorId } = input
  const now = world.now()
  const order = await holdOrder(tx, kind, orderId)
  if (!order || order.paidTime === null) throw new Refusal(403, 'not paid')
  const { id, userId, deliveredTime } = order
  const requested = await findEntry(tx, refundEffect(id, requestId, 'asked'))
  // A refused refund is back in the order, and would have to be reserved once more.
  if (requested && (await findEntry(tx, refundEffect(id, requestId, 'refused'))))
    throw new Refusal(403, 'provider refused')
  if (requested) return { order, amount: requested.amount, isFirst: false }
  const left = (order.amount ?? 0) - (order.refunded ?? 0)
  const amount = input.amount ?? left
  if (amount <= 0 || amount > left) throw new Refusal(403, 'more than left')

  const refunded = (order.refunded ?? 0) + amount
  const state = placedState({ ...order, refunded })
  await tx
    .updateTable('placedOrder')
    .set({
      refunded,
      // Nothing is left to deliver for.
      ...(state === 'refunded' && deliveredTime === null
        ? { status: wordsOfKind(kind).closed, failure: null }
        : {}),
      nextTry: now + RETRY_MS,
    })
    .where('id', '=', id)
    .execute()
  const credit = deliveredTime === null ? owed(userId) : DELIVERED
  const books = { credit, debit: REFUNDING, amount, currency: currencyOf(kind) }
  const effect = refundEffect(id, requestId, 'asked')
  await insertLedger(tx, { effect, placedOrderId: id, ...books }, now)
  const detail = `${toDecimal(amount)} ${currencyOf(kind)}`
  await insertOrderEvent(tx, { placedOrderId: id, event: 'refundAsked', detail, actorId }, now)
  if (input.shorten) await askToShorten(tx, order, { requestId, actorId }, now)
  return { order, amount, isFirst: true }
}

type Refund = { amount: number; requestId: string; isFirst: boolean }

async function payBack(
  world: World,
  provider: Provider,
  order: Order,
  { amount, requestId, isFirst }: Refund,
): Promise<object> {
  try {
    const about = { ...toCollect(order), paymentId: order.paymentId }
    const reply = await provider.refund(about, amount, requestId)
    await finish(world, order, { amount, requestId, isPaidBack: true })
    return reply
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    world.log.warn({ err: error, order: order.id }, 'a provider did not pay back')
    // Once an answer was lost, a refusal is no proof that the money is still there.
    if (error.reason === 'refused' && isFirst)
      await finish(world, order, { amount, requestId, isPaidBack: false })
    else await lookAgain(world, order, error.reason === 'refused' ? SLOW_RETRY_MS : RETRY_MS)
    throw new Refusal(403, `provider ${error.reason}`)
  }
}

type End = { amount: number; requestId: string; isPaidBack: boolean }

/**
 * Records the outcome of a refund, once; a refused one returns its cents to the order. What it takes
 * back of an account is in the same transaction.
 */
async function finish(world: World, { kind, orderId }: Order, end: End): Promise<void> {
  const { amount, requestId, isPaidBack } = end
  if (!isPaidKind(kind)) return
  const now = world.now()
  const accounts = await world.db.transaction().execute(async (tx) => {
    const order = await holdOrder(tx, kind, orderId)
    if (!order) return []
    const { id, userId, deliveredTime } = order
    const isRefused = await findEntry(tx, refundEffect(id, requestId, 'refused'))
    if ((isRefused && !isPaidBack) || (await findEntry(tx, refundEffect(id, requestId, 'done'))))
      return []
    const back = deliveredTime === null ? owed(userId) : DELIVERED
    // Of two concurrent requests one may be refused and the other not: then it was refunded after
    // all.
    const books = { credit: isRefused ? back : REFUNDING, debit: isPaidBack ? kind : back, amount }
    const effect = refundEffect(id, requestId, isPaidBack ? 'done' : 'refused')
    await insertLedger(tx, { effect, placedOrderId: id, ...books, currency: currencyOf(kind) }, now)
    const event = isPaidBack ? ('refunded' as const) : ('refundRefused' as const)
    const detail = `${toDecimal(amount)} ${currencyOf(kind)}`
    await insertOrderEvent(tx, { placedOrderId: id, event, detail }, now)
    const takeBack = async (refunded: number) => {
      const isAll = placedState({ ...order, refunded }) === 'refunded'
      return takeBackOnce(tx, order, { requestId, isAll }, now)
    }
    if (isPaidBack && !isRefused) {
      const changed = await takeBack(order.refunded ?? 0)
      // What the provider said while the outcome was open can be told apart now.
      await bookReturned(tx, world, id)
      return changed
    }
    const refunded = (order.refunded ?? 0) + (isPaidBack ? amount : -amount)
    const isAll = placedState({ ...order, refunded }) === 'refunded'
    const status = isAll ? wordsOfKind(kind).closed : wordsOfKind(kind).paid
    await tx
      .updateTable('placedOrder')
      .set({ refunded, ...(deliveredTime === null ? { status, nextTry: now } : {}) })
      .where('id', '=', id)
      .execute()
    const changed = isPaidBack ? await takeBack(refunded) : []
    await bookReturned(tx, world, id)
    return changed
  })
  if (accounts.length > 0) world.wake(accounts)
}

/** An order, locked until the transaction ends. */
async function holdOrder(tx: Database, kind: string, orderId: string) {
  return tx
    .updateTable('placedOrder')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirst()
}
