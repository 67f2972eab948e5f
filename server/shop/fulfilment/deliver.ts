import { type Selectable, sql } from 'kysely'
import { PAID } from '#rules/placed.ts'
import { allFacts, currencyOf, isPaidKind } from '#rules/providers/registry.ts'
import { nextDelivery } from '#rules/retries.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { signalMail } from '../../messaging/mails/signal.ts'
import { insertMail } from '../../messaging/mails/store.ts'
import { orderMail } from '../../messaging/mails/templates.ts'
import { findStored } from '../../database/settings/store.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { unavailableBy } from '../../database/unavailable.ts'
import { moneyOf, pricesOf } from '../paidTime/prices.ts'
import { findPlan } from '../plans/store.ts'
import { applySale } from './fulfil.ts'
import { type Failure, FulfilmentError } from './failure.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { DELIVERED, insertLedger, owed } from '../ledger/ledger.ts'
import { holdChanged, rewardInviter } from './reward.ts'
import { purchasedTermsIn } from './terms.ts'

type Order = Selectable<PlacedOrderTable>

/** How often an unexpected error may occur before the admins are notified. */
const MAX_FAILURES = 3

/**
 * Delivers what an order paid for, exactly once over any number of callers; returns whether it did.
 * A crash at any point leaves it paid, and it is delivered later.
 *
 * A failure is recorded with the order and retried. Throws only when not even that can be recorded.
 */
export async function deliverOrder(world: World, id: number): Promise<boolean> {
  try {
    const accounts = await inTransaction(world.db, (tx) => deliver(tx, world, id))
    if (!accounts) return false
    world.wake(accounts)
  } catch (error) {
    // The order itself is fine: it stays due and is delivered once the database is back.
    if (!unavailableBy(error)) await noteFailure(world, id, error)
    return false
  }
  signalMail()
  return true
}

/** Returns the accounts it has changed; undefined where it was not to be delivered. */
async function deliver(tx: Database, world: World, id: number): Promise<number[] | undefined> {
  const { config } = world
  const now = world.now()
  const order = await takeDelivery(tx, id, now)
  if (!order || !isPaidKind(order.kind)) return undefined
  const { kind, userId, accountId, refunded, reservedPort: reserved } = order
  const purchased = await purchasedTermsIn(tx, order)
  const held = await holdChanged(tx, { userId, accountId, refTime: purchased.refTime })
  const account = await applySale(
    tx,
    { purchased, userId, accountId, reserved, worth: await worthOf(tx, order) },
    { now, config },
  )
  // A pending refund is processed once this is done.
  const nextTry = refunded ? now : null
  const changes = { accountId: account, nextTry, reservedPort: null }
  await tx.updateTable('placedOrder').set(changes).where('id', '=', id).execute()
  const amount = (order.amount ?? 0) - (refunded ?? 0)
  const books = { credit: owed(userId), debit: DELIVERED, amount, currency: currencyOf(kind) }
  await insertLedger(tx, { effect: `delivered:${id}`, placedOrderId: id, ...books }, now)
  const event = { event: 'delivered' as const, placedOrderId: id, detail: String(account) }
  await insertOrderEvent(tx, event, now)
  await rewardInviter(tx, world, { ...order, refTime: purchased.refTime })
  await notifyDelivered(tx, order, now)
  return [account, ...held]
}

/** What was paid for an order, less what went back; in the other money, what its plan costs. */
async function worthOf(tx: Database, { id, kind, planId, amount, refunded }: Order) {
  const plan = planId === null ? undefined : await findPlan(tx, planId)
  const prices = plan ? pricesOf(plan) : { cny: 0, usd: 0 }
  const money = moneyOf(currencyOf(kind))
  return { ...prices, [money]: (amount ?? 0) - (refunded ?? 0), money, placedOrderId: id }
}

/** Marks an order delivered if it is paid and was not; of two concurrent callers, one gets it. */
function takeDelivery(tx: Database, id: number, now: number): Promise<Order | undefined> {
  return tx
    .updateTable('placedOrder')
    .set({ status: deliveredWord(), deliveredTime: now, failure: null })
    .where('id', '=', id)
    .where('deliveredTime', 'is', null)
    .where((eb) =>
      eb.or(
        allFacts().map(({ kind, words }) =>
          eb.and([eb('kind', '=', kind), eb('status', '=', words.paid)]),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The word for delivered of the kind whose word for paid an order has. */
function deliveredWord() {
  const pairs = new Map(allFacts().map(({ words }) => [words.paid, words.delivered]))
  const cases = [...pairs].map(
    ([paid, delivered]) => sql`when "status" = ${sql.lit(paid)} then ${sql.lit(delivered)}`,
  )
  return sql<string>`case ${sql.join(cases, sql` `)} else "status" end`
}

/** Notifies the customer, by mail where this site sends any. */
async function notifyDelivered(tx: Database, { id, orderId, kind, userId }: Order, now: number) {
  const effect = `delivered:${id}`
  const event = { kind: 'delivered' as const, userId, subjectId: userId, effect }
  await insertEvent(tx, { ...event, data: { orderId, kind } }, now)
  const user = await tx
    .selectFrom('user')
    .select(['email', 'type', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.type !== 'normal' || !(await findStored(tx, 'mailServer'))) return
  const to = { kind: 'order' as const, recipient: user.email, userId, effect: `order:${id}` }
  await insertMail(tx, { ...to, ...(await orderMail(tx, user.language)) }, now)
}

/** Records why an order could not be delivered and when it is retried; notifies the admins once. */
async function noteFailure(world: World, id: number, error: unknown): Promise<void> {
  const isKnown = error instanceof FulfilmentError
  if (!isKnown) world.log.error({ err: error, order: id }, 'delivering an order failed')
  const now = world.now()
  await world.db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('placedOrder')
      .select(['id', 'orderId', 'kind', 'userId', 'failure', 'failures'])
      .where('id', '=', id)
      .where('deliveredTime', 'is', null)
      .where('status', 'in', PAID)
      .executeTakeFirst()
    if (!order) return
    const failures = (order.failures ?? 0) + 1
    const unforeseen = failures >= MAX_FAILURES ? ('error' as const) : order.failure
    const failure = isKnown ? error.failure : unforeseen
    const { numUpdatedRows } = await tx
      .updateTable('placedOrder')
      .set({ failure, failures, nextTry: nextDelivery(failures, now) })
      .where('id', '=', id)
      .where('deliveredTime', 'is', null)
      .where('failures', order.failures === null ? 'is' : '=', order.failures)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || failure === null || failure === order.failure) return
    await insertOrderEvent(tx, { placedOrderId: id, event: 'failed', detail: failure }, now)
    // A failure in the row is one of our words.
    await notifyStuck(tx, { ...order, failure: failure as Failure }, now)
  })
}

/** Notifies the admins of an order they should look at. */
export async function notifyStuck(
  tx: Database,
  order: Pick<Order, 'id' | 'orderId' | 'kind' | 'userId'> & { failure: Failure },
  now: number,
): Promise<void> {
  const { id, orderId, kind, userId: subjectId, failure } = order
  const event = { kind: 'paymentStuck' as const, userId: null, subjectId }
  const data = { orderId, kind, failure }
  await insertEvent(tx, { ...event, effect: `stuck:${id}:${failure}`, data }, now)
}
