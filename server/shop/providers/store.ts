import type { Database } from '../../database/database.ts'

/** The order with this number of ours. */
export function findOrderNumbered(db: Database, kind: string, orderId: string) {
  return db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', kind)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
}

/** The order with this provider's id. */
export function findOrderKnownAs(db: Database, kind: string, providerId: string) {
  return db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', kind)
    .where('providerId', '=', providerId)
    .executeTakeFirst()
}

/** The order whose payment has this provider's id. */
export function findOrderPaidBy(db: Database, kind: string, paymentId: string) {
  return db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', kind)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
}
