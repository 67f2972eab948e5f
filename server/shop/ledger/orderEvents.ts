import type { Database } from '../../database/database.ts'

type Event = {
  /** Null for a notice about an unknown order. */
  placedOrderId: number | null
  event:
    | 'placed'
    | 'named'
    | 'providerFailed'
    | 'underReview'
    | 'paid'
    | 'paidAgain'
    | 'wrongAmount'
    | 'wrongCurrency'
    | 'unknownOrder'
    | 'forged'
    | 'delivered'
    | 'failed'
    | 'retried'
    | 'closed'
    | 'rewarded'
    | 'refundAsked'
    | 'refunded'
    | 'refundRefused'
    | 'shortenAsked'
    | 'shortened'
    | 'returned'
    | 'disputed'
    | 'disputeSaid'
    | 'disputeEnded'
    | 'reviewed'
    | 'packTaken'
  detail?: string
  /** Who did it, where it was an admin. */
  actorId?: number
}

/** Records an event of an order, for people to read. */
export async function insertOrderEvent(tx: Database, event: Event, now: number): Promise<void> {
  await tx
    .insertInto('orderEvent')
    .values({ ...event, time: now })
    .execute()
}

/** Records it unless the very same was recorded before: providers repeat their notices. */
export async function noteOnce(tx: Database, event: Event, now: number): Promise<void> {
  const { placedOrderId, detail = '' } = event
  const existing = await tx
    .selectFrom('orderEvent')
    .select('id')
    .where('placedOrderId', placedOrderId === null ? 'is' : '=', placedOrderId)
    .where('event', '=', event.event)
    .where('detail', '=', detail)
    .limit(1)
    .executeTakeFirst()
  if (!existing) await insertOrderEvent(tx, event, now)
}

/** The history of an order, oldest first. */
export function selectOrderEvents(db: Database, placedOrderId: number) {
  return db
    .selectFrom('orderEvent')
    .leftJoin('user', 'user.id', 'orderEvent.actorId')
    .select(['event', 'detail', 'time', 'user.username as actor'])
    .where('placedOrderId', '=', placedOrderId)
    .orderBy('orderEvent.id')
    .execute()
}
