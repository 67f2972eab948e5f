import type { Selectable } from 'kysely'
import { openOf } from '#rules/placed.ts'
import { wordsOfKind } from '#rules/providers/registry.ts'
import { nextAsk } from '#rules/retries.ts'
import { priceOf } from '#rules/planPrices.ts'
import { nearestCents } from '#rules/price.ts'
import type { Database } from '../../database/database.ts'
import { type Provider, ProviderFailure } from '../providers/provider.ts'
import { providerNamed } from '../providers/registry.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { holdRow } from '../../database/revision.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { insertNumbered } from '../orders/number.ts'
import { findAccountToRenew, selectOffer } from './offer.ts'
import { type PurchasedTerms, purchasedTermsOf } from '../fulfilment/terms.ts'
import { reservePort, setAside } from '../fulfilment/room.ts'
import { pricesOf } from '../paidTime/prices.ts'
import type { Bought } from '../paidTime/renewal.ts'

type Order = Selectable<PlacedOrderTable>

type Purchase = {
  buyer: { id: number; groupId: number }
  planId: number
  /** The account to renew; null for a new one. */
  accountId: number | null
  /** The price the buyer was shown, in units; absent from older consoles. */
  price?: number
}

type Sold = {
  purchase: Purchase
  /** Its price, cents of the provider's money. */
  amount: number
  worth: Omit<Bought, 'terms'>
  purchased: PurchasedTerms
}

const MINUTE_MS = 60_000

/** An order that stays open at least this long is shown again instead of placing another, ms. */
const MIN_REUSED_LIFETIME_MS = 15 * MINUTE_MS

/**
 * Places an order with the provider, or finds the unpaid one for the same at the same price; what
 * the payer needs is `qrCode` or `providerId` of the answer.
 *
 * Refuses what the customer may not buy, what could not be delivered (`reservePort`) and, with `price
 * changed`, what has another price than they were shown. Closes the order when the provider fails.
 */
export async function placeOrder(
  world: World,
  provider: Provider,
  purchase: Purchase,
): Promise<Order> {
  const { db, now } = world
  const { buyer, planId, accountId, price } = purchase
  const account = await findAccountToRenew(db, buyer, accountId)
  const offer = await selectOffer(db, buyer, account, now())
  const plan = found(offer.find(({ id }) => id === planId))
  // Prices are whole cents, which a number in units holds exactly enough to be rounded back.
  const amount = nearestCents(priceOf(plan, provider.kind))
  if (amount <= 0) throw new Refusal(403)
  if (price !== undefined && nearestCents(price) !== amount) throw new Refusal(403, 'price changed')
  const worth = { ...pricesOf(plan), money: '' as const, placedOrderId: null }
  const sale = { purchase, amount, worth, purchased: purchasedTermsOf(plan) }
  const order = await db.transaction().execute((tx) => findOrPlace(tx, world, provider.kind, sale))
  return isNamed(order) ? order : nameOrder(world, provider, { ...order, subject: plan.name })
}

async function findOrPlace(
  tx: Database,
  world: World,
  kind: Provider['kind'],
  { purchase, amount, worth, purchased }: Sold,
): Promise<Order> {
  const now = world.now()
  const terms = JSON.stringify(purchased)
  const { planId, accountId } = purchase
  // A plan that is being deleted is no longer sold.
  if (!(await holdRow(tx, 'plan', planId))) throw new Refusal(403)
  // Two tabs that pay at the same moment share one order, and who is being deleted places none.
  if (!(await holdRow(tx, 'user', purchase.buyer.id))) throw new Refusal(403)
  const open = await tx
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', kind)
    .where('userId', '=', purchase.buyer.id)
    .where('accountId', accountId === null ? 'is' : '=', accountId)
    .where('planId', '=', planId)
    .where('amount', '=', amount)
    .where('terms', '=', terms)
    .where('status', 'in', openOf(kind))
    .where('failure', 'is', null)
    // A payment under review at the provider must not be paid once more.
    .where('paymentId', 'is', null)
    .where('expireTime', '>', now + MIN_REUSED_LIFETIME_MS)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  // One of an earlier release, or that gave its port away, needs one before it is paid.
  if (open?.reservedPort != null) return open
  const sale = { purchased, worth, kind, userId: purchase.buyer.id, accountId }
  const reservedPort = await reservePort(tx, sale, { config: world.config, now })
  if (open) {
    if (reservedPort !== null) await setAside(tx, open, reservedPort)
    return open
  }
  const times = { createTime: now, expireTime: now + found(providerNamed(kind)).lifetimeMs }
  const { id } = await insertNumbered(tx, world, {
    kind,
    planId,
    userId: purchase.buyer.id,
    accountId,
    amount,
    terms,
    status: wordsOfKind(kind).open[0],
    reservedPort,
    ...times,
    nextTry: nextAsk(times, now),
  })
  await insertOrderEvent(tx, { placedOrderId: id, event: 'placed' }, now)
  return findOrder(tx, id)
}

/** Places an order with its provider; another process that does the same gets the same answer. */
async function nameOrder(
  world: World,
  provider: Provider,
  order: Order & { subject: string },
): Promise<Order> {
  const { db, now } = world
  const { id, orderId, providerId, subject } = order
  const request = { orderId, providerId, amount: order.amount ?? 0, subject }
  const named = await provider
    .create(request)
    .catch((error: unknown) => giveUp(world, order, error))
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('placedOrder')
      .set(named)
      .where('id', '=', id)
      .where('providerId', 'is', null)
      .where('qrCode', 'is', null)
      .executeTakeFirst()
    const detail = named.providerId ?? ''
    if (numUpdatedRows > 0n)
      await insertOrderEvent(tx, { placedOrderId: id, event: 'named', detail }, now())
  })
  const stored = await findOrder(db, id)
  if (!isNamed(stored)) throw new Refusal(403)
  return stored
}

/** Closes an order the payer will never see. If it is paid nevertheless, that is accepted. */
async function giveUp(
  { db, now, log }: World,
  { id, kind }: Order,
  error: unknown,
): Promise<never> {
  log.warn({ err: error, order: id }, 'a provider did not take an order')
  const reason = error instanceof ProviderFailure ? error.reason : 'error'
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('placedOrder')
      .set({ status: wordsOfKind(kind).closed, reservedPort: null })
      .where('id', '=', id)
      .where('status', 'in', openOf(kind))
      .where('providerId', 'is', null)
      .where('qrCode', 'is', null)
      .execute()
    const event = { placedOrderId: id, event: 'providerFailed' as const, detail: reason }
    await insertOrderEvent(tx, event, now())
  })
  throw new Refusal(403)
}

const isNamed = ({ providerId, qrCode }: Order) => providerId !== null || qrCode !== null

function findOrder(db: Database, id: number): Promise<Order> {
  return db.selectFrom('placedOrder').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
