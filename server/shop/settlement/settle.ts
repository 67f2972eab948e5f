import type { Selectable } from 'kysely'
import { allFacts, currencyOf, wordsOfKind } from '#rules/providers/registry.ts'
import { toDecimal } from '#rules/price.ts'
import { nextLookAt } from '#rules/retries.ts'
import type { Database } from '../../database/database.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import type { Statement } from '../providers/provider.ts'
import { providerNamed } from '../providers/registry.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { deliverOrder, notifyStuck } from '../fulfilment/deliver.ts'
import { insertOrderEvent, noteOnce } from '../ledger/orderEvents.ts'
import { insertLedger, owed } from '../ledger/ledger.ts'
import { neededOf } from './needed.ts'
import { bookReturned } from './returned.ts'

type Order = Selectable<PlacedOrderTable>

/** How soon the provider is queried about a payment under review; ever less often after that. */
const RETRY_MS = 30_000

/** The outcome of a statement. */
export type Taken = 'taken' | 'unknown order' | 'wrong amount' | 'wrong currency'

/**
 * Settles a provider's statement about an order, from a notice or a query, and delivers what is
 * paid.
 *
 * It may come late, twice, at once or out of order: paid is paid, also after the order was closed,
 * and only the first time moves money. Another amount or currency than was ordered delivers nothing
 * and is shown to the admins.
 */
export async function takeStatement(world: World, statement: Statement): Promise<Taken> {
  const { db } = world
  const order = await db
    .selectFrom('placedOrder')
    .selectAll()
    .where('orderId', '=', statement.orderId)
    .where('kind', '=', statement.kind)
    .executeTakeFirst()
  if (!order) return noteUnknown(world, statement)
  if (statement.status === 'seen') await markSeen(world, order)
  if (statement.status === 'checking') await markChecked(world, order, statement)
  if (statement.status === 'closed') await takeClosed(world, order, statement)
  if (statement.status !== 'paid') return 'taken'
  const wrong = wrongWith(order, statement)
  if (wrong) return noteWrong(world, order, statement, wrong)
  const isFirst = await db.transaction().execute(async (tx) => {
    const isNew = await markPaid(tx, world, order, statement)
    // In the same transaction: what was given back before it was known to be paid delivers nothing.
    if (statement.returned !== undefined && (isNew || (await isOfPayment(tx, order.id, statement))))
      await bookReturned(tx, world, order.id, statement.returned)
    return isNew
  })
  if (isFirst) await deliverOrder(world, order.id)
  return 'taken'
}

/** Closes what was not paid. Of a payment it may say that all of it went back. */
async function takeClosed(world: World, { id }: Order, statement: Statement): Promise<void> {
  if (await closeOrder(world, id)) return
  const { returned, paymentId } = statement
  if (returned === undefined || paymentId === null) return
  await world.db.transaction().execute(async (tx) => {
    const known = await findPayment(tx, id)
    if (known.paidTime !== null && known.paymentId === paymentId)
      await bookReturned(tx, world, id, returned)
  })
}

/** Whether a statement is about the payment that settled the order, not about a second one. */
async function isOfPayment(tx: Database, id: number, { paymentId }: Statement): Promise<boolean> {
  const known = await findPayment(tx, id)
  return !known.paymentId || !paymentId || known.paymentId === paymentId
}

function findPayment(tx: Database, id: number) {
  return tx
    .selectFrom('placedOrder')
    .select(['paymentId', 'paidTime'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Closes an unpaid order; returns whether it was open. A later payment is accepted. */
export function closeOrder({ db, now }: Pick<World, 'db' | 'now'>, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    for (const { kind, words } of allFacts()) {
      const { numUpdatedRows } = await tx
        .updateTable('placedOrder')
        .set({ status: words.closed, reservedPort: null })
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('status', 'in', [...words.open])
        .where('paidTime', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      await insertOrderEvent(tx, { placedOrderId: id, event: 'closed' }, now())
      return true
    }
    return false
  })
}

/** Whether this was the first statement of the payment; then the money is in the books. */
async function markPaid(
  tx: Database,
  world: World,
  { id, userId }: Order,
  statement: Statement,
): Promise<boolean> {
  const { kind, paymentId, amount } = statement
  const now = world.now()
  const order = await tx
    .updateTable('placedOrder')
    .set({
      status: wordsOfKind(kind).paid,
      paidTime: now,
      paymentId,
      data: storedStatement(statement),
      failure: null,
      failures: 0,
      // The next reconciliation delivers it, should this process crash before it has.
      nextTry: now,
      nextLook: nextLookAt(now, now),
    })
    .where('id', '=', id)
    .where('paidTime', 'is', null)
    .where('status', 'not in', [wordsOfKind(kind).paid, wordsOfKind(kind).delivered])
    .returning(['orderId', 'amount'])
    .executeTakeFirst()
  if (!order) {
    await noteSecondPayment(tx, id, paymentId, now)
    return false
  }
  const books = {
    credit: kind,
    debit: owed(userId),
    amount: amount ?? 0,
    currency: currencyOf(kind),
  }
  await insertLedger(tx, { effect: `paid:${id}`, placedOrderId: id, ...books }, now)
  const detail = `${toDecimal(amount ?? 0)} ${currencyOf(kind)}`
  await insertOrderEvent(tx, { placedOrderId: id, event: 'paid', detail }, now)
  const event = { kind: 'payment' as const, userId: null, subjectId: userId }
  const what = { orderId: order.orderId, kind, amount, currency: currencyOf(kind) }
  await insertEvent(tx, { ...event, effect: `paid:${id}`, data: what }, now)
  return true
}

/** An order that was paid by two payments needs an admin: one of them has to be refunded. */
async function noteSecondPayment(tx: Database, id: number, paymentId: string | null, now: number) {
  const known = await tx
    .selectFrom('placedOrder')
    .select('paymentId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!paymentId || !known?.paymentId || known.paymentId === paymentId) return
  await noteOnce(tx, { placedOrderId: id, event: 'paidAgain', detail: paymentId }, now)
}

/** Only some providers have a word for an order that the payer has seen. */
async function markSeen({ db }: World, { id, kind }: Order): Promise<void> {
  const [created, seen] = wordsOfKind(kind).open
  if (seen === undefined) return
  await db
    .updateTable('placedOrder')
    .set({ status: seen })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('status', '=', created)
    .execute()
}

/**
 * Stores the id of a payment under review: its order waits for that, whatever its age, and is not
 * paid once more meanwhile. One that was closed because its time was over waits again.
 */
async function markChecked({ db, now }: World, { id }: Order, statement: Statement) {
  const { kind } = statement
  const { open, closed } = wordsOfKind(kind)
  const paymentId = statement.paymentId ?? ''
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('placedOrder')
      .set({
        status: open[0],
        paymentId,
        data: storedStatement(statement),
        nextTry: now() + RETRY_MS,
      })
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('paidTime', 'is', null)
      // A payment that was reviewed and refused stays so, should this statement be older.
      .where('paymentId', 'is', null)
      .where('status', 'in', [...open, closed])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const event = { placedOrderId: id, event: 'underReview' as const, detail: paymentId }
    await noteOnce(tx, event, now())
  })
}

/** A provider's statement as an order stores it: nothing about the payer. */
const storedStatement = ({ kind, data }: Statement) =>
  JSON.stringify(neededOf(data, providerNamed(kind)?.needed ?? []))

function wrongWith({ amount }: Order, statement: Statement) {
  if (statement.currency !== currencyOf(statement.kind)) return 'wrongCurrency'
  return statement.amount === null || statement.amount !== amount ? 'wrongAmount' : undefined
}

async function noteWrong(
  { db, now }: World,
  order: Order,
  statement: Statement,
  failure: 'wrongAmount' | 'wrongCurrency',
): Promise<Taken> {
  const { id } = order
  const { amount, currency } = statement
  const detail = `${amount === null ? '?' : toDecimal(amount)} ${currency}`
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('placedOrder')
      .set({ failure, data: storedStatement(statement) })
      .where('id', '=', id)
      .where('paidTime', 'is', null)
      .execute()
    await noteOnce(tx, { placedOrderId: id, event: failure, detail }, now())
    await notifyStuck(tx, { ...order, failure }, now())
  })
  return failure === 'wrongAmount' ? 'wrong amount' : 'wrong currency'
}

async function noteUnknown({ db, now }: World, statement: Statement): Promise<Taken> {
  const { kind, orderId, status, amount, currency } = statement
  if (status === 'waiting') return 'unknown order'
  const detail = JSON.stringify({ kind, orderId, status, amount, currency })
  await db.transaction().execute(async (tx) => {
    await noteOnce(tx, { placedOrderId: null, event: 'unknownOrder', detail }, now())
    if (status !== 'paid') return
    const event = { kind: 'paymentStuck' as const, userId: null, subjectId: null }
    const data = { orderId, kind, failure: 'unknownOrder' }
    await insertEvent(tx, { ...event, effect: `unknown:${kind}:${orderId}`, data }, now())
  })
  return 'unknown order'
}
