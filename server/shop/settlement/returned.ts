import type { Selectable } from 'kysely'
import { placedState } from '#rules/placed.ts'
import { allFacts, currencyOf, isPaidKind, wordsOfKind } from '#rules/providers/registry.ts'
import { toDecimal } from '#rules/price.ts'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { DELIVERED, insertLedger, owed } from '../ledger/ledger.ts'
import { insertOrderEvent, noteOnce } from '../ledger/orderEvents.ts'
import { returnedEffect, selectRefunds } from '../ledger/refundEntries.ts'

type Order = Selectable<PlacedOrderTable>

/**
 * Books what went back to the payer at the provider by other hands than ours. `said`: cents that
 * went back in all, our refunds included; `some` for a part nobody names; left out where only a
 * refund of ours has ended. Requires a transaction.
 *
 * Only what exceeds our refunds and what was booked before moves, so a notice may be repeated, late
 * or out of order. While the outcome of a refund of ours is open, it cannot be told whose the money
 * is: then the amount waits in the row for that refund's end.
 *
 * The account is left as it is, and the order is marked for an admin, who decides about that. Returns
 * whether money moved.
 */
export async function bookReturned(
  tx: Database,
  { now }: Pick<World, 'now'>,
  id: number,
  said?: number | 'some',
): Promise<boolean> {
  const order = await holdSaid(tx, id, typeof said === 'number' ? said : 0)
  if (!isPaidKind(order.kind)) return false
  const { kind, amount, userId, saidReturned } = order
  const state = placedState(order)
  if (state !== 'paid' && state !== 'delivered') return false
  if (said === 'some') {
    const event = { placedOrderId: id, event: 'returned' as const }
    if (!saidReturned) await markReturned(tx, order, event, now())
    return false
  }
  const { open, ours, others } = await selectRefunds(tx, id)
  if (open.length > 0) return false
  const before = order.refunded ?? 0
  // Orders of older servers have no entries: there the row is all that is known.
  const known = order.paidTime === null ? before : ours + others
  const gone = Math.min((saidReturned ?? 0) - known, (amount ?? 0) - before)
  if (gone <= 0) return false
  const currency = currencyOf(kind)
  if (order.paidTime !== null) {
    const credit = order.deliveredTime === null ? owed(userId) : DELIVERED
    const books = { credit, debit: kind, amount: gone, currency }
    const effect = returnedEffect(id, known + gone)
    await insertLedger(tx, { effect, placedOrderId: id, ...books }, now())
  }
  const refunded = before + gone
  const isOver = state === 'paid' && placedState({ ...order, refunded }) === 'refunded'
  await tx
    .updateTable('placedOrder')
    .set({
      refunded,
      // Nothing is left to deliver for.
      ...(isOver ? { status: wordsOfKind(kind).closed, failure: null, nextTry: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  const detail = `${toDecimal(gone)} ${currency}`
  const event = { placedOrderId: id, event: 'returned' as const, detail }
  await markReturned(tx, { ...order, refunded }, event, now())
  return true
}

/** The order, locked until the transaction ends, with the most that was said to have gone back. */
async function holdSaid(tx: Database, id: number, said: number): Promise<Order> {
  const order = await tx
    .updateTable('placedOrder')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (said <= (order.saidReturned ?? 0)) return order
  await tx.updateTable('placedOrder').set({ saidReturned: said }).where('id', '=', id).execute()
  return { ...order, saidReturned: said }
}

type Returned = { placedOrderId: number; event: 'returned'; detail?: string }

async function markReturned(tx: Database, order: Order, event: Returned, now: number) {
  if (event.detail) await insertOrderEvent(tx, event, now)
  else await noteOnce(tx, event, now)
  const effect = `returned:${order.id}:${event.detail ? (order.refunded ?? 0) : 'some'}`
  await markForReview(tx, order, { failure: 'returned', effect }, now)
}

/**
 * Marks a delivered order for an admin, and notifies the admins. One that is not delivered is left
 * as it is: it may have another reason to be looked at.
 */
export async function markForReview(
  tx: Database,
  { id, orderId, kind, userId }: Order,
  { failure, effect }: { failure: 'returned' | 'disputed'; effect: string },
  now: number,
): Promise<void> {
  await tx
    .updateTable('placedOrder')
    .set({ failure })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('deliveredTime', 'is not', null),
        eb('status', 'in', [...new Set(allFacts().map(({ words }) => words.delivered))]),
      ]),
    )
    .execute()
  const event = { kind: 'paymentStuck' as const, userId: null, subjectId: userId, effect }
  await insertEvent(tx, { ...event, data: { orderId, kind, failure } }, now)
}
