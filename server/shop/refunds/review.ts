import type { World } from '../../http/world.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import { takeBackGiven } from './shorten.ts'

/** What an admin has to decide about a delivered order. */
const TO_DECIDE = ['returned', 'disputed']

/**
 * Settles what an admin has to decide about an order whose money went back or is disputed: the time
 * that was bought is taken back, or left. Whoever repeats it, or is second, changes nothing.
 */
export async function reviewOrder(
  world: World,
  id: number,
  { shorten, actorId }: { shorten: boolean; actorId: number },
): Promise<void> {
  const now = world.now()
  const accounts = await world.db.transaction().execute(async (tx) => {
    const order = await tx
      .updateTable('placedOrder')
      .set({ failure: null })
      .where('id', '=', id)
      .where('failure', 'in', TO_DECIDE)
      .returningAll()
      .executeTakeFirst()
    if (!order) return []
    await insertOrderEvent(tx, { placedOrderId: id, event: 'reviewed', actorId }, now)
    return shorten ? takeBackGiven(tx, order, { withTime: true, actorId }, now) : []
  })
  if (accounts.length > 0) world.wake(accounts)
}
