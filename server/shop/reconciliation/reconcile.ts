import type { Selectable } from 'kysely'
import { PAID } from '#rules/placed.ts'
import { every } from '../../base/timers.ts'
import { findKnownProvider } from '../providers/find.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { queryOnSchedule, type FindProvider } from '../settlement/providerStatus.ts'
import { lookAtPaid } from '../settlement/looks.ts'
import { deliverOrder } from '../fulfilment/deliver.ts'
import { settleRefunds } from '../refunds/refund.ts'

type Order = Selectable<PlacedOrderTable>

const TICK_MS = 1_000
/** Lease of an order for the process that took it, ms; a dead process holds it no longer. */
const HOLD_MS = 60_000
const BATCH_SIZE = 50
const MAX_CONCURRENT = 5

/** Reconciles orders until `stop`: delivers paid ones, and queries providers about the rest. */
export function startReconciling(world: World, find: FindProvider = findKnownProvider) {
  // Providers may be slow; deliveries must not wait for them.
  const jobs = [
    every(TICK_MS, () => deliverDue(world, find), world.log),
    every(TICK_MS, () => queryDue(world, find), world.log),
    every(TICK_MS, () => lookDue(world, find), world.log),
  ]
  return { stop: () => Promise.all(jobs.map((job) => job.stop())) }
}

/** Delivers what is paid and due for a try; any number of processes may do so at once. */
export async function deliverDue(world: World, find: FindProvider): Promise<void> {
  for (let orders = await take(); orders.length > 0; orders = await take())
    for (const order of orders) {
      if (await deliverOrder(world, order.id)) continue
      // An order that cannot be delivered may have been refunded in part.
      if (order.refunded) await settleRefunds(world, find, order)
    }

  function take() {
    return takeDue(world, 'paid')
  }
}

/** Queries providers about unpaid orders that are due, and refunds whose answer was lost. */
export async function queryDue(world: World, find: FindProvider): Promise<void> {
  for (let orders = await take(); orders.length > 0; orders = await take())
    for (let at = 0; at < orders.length; at += MAX_CONCURRENT)
      await Promise.all(orders.slice(at, at + MAX_CONCURRENT).map(look))

  function take() {
    return takeDue(world, 'others')
  }

  function look(order: Order) {
    return order.paidTime === null
      ? queryOnSchedule(world, find, order)
      : settleRefunds(world, find, order)
  }
}

/** Asks providers whether any of what they collected went back, where that is due. */
export async function lookDue(world: World, find: FindProvider): Promise<void> {
  const { db, now } = world
  const due = await db
    .selectFrom('placedOrder')
    .selectAll()
    .where('nextLook', '<=', now())
    .orderBy('nextLook')
    .limit(MAX_CONCURRENT)
    .execute()
  await Promise.all(
    due.map(async (order) => {
      const { numUpdatedRows } = await db
        .updateTable('placedOrder')
        .set({ nextLook: now() + HOLD_MS })
        .where('id', '=', order.id)
        .where('nextLook', '=', order.nextLook)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await lookAtPaid(world, find, order)
    }),
  )
}

/** Takes orders that are due, so that no other process handles them at the same moment. */
async function takeDue({ db, now }: World, which: 'paid' | 'others'): Promise<Order[]> {
  const due = await db
    .selectFrom('placedOrder')
    .selectAll()
    .where('nextTry', '<=', now())
    .where('status', which === 'paid' ? 'in' : 'not in', PAID)
    .orderBy('nextTry')
    .limit(BATCH_SIZE)
    .execute()
  const taken: Order[] = []
  for (const order of due) {
    const { numUpdatedRows } = await db
      .updateTable('placedOrder')
      .set({ nextTry: now() + HOLD_MS })
      .where('id', '=', order.id)
      .where('nextTry', '=', order.nextTry)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) taken.push(order)
  }
  return taken
}
