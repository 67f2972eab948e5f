import type { Database } from '../../database/database.ts'
import type { ProviderKind } from './provider.ts'

/** The order with this number of ours. */
export function findOrderNumbered(db: Database, kind: ProviderKind, orderId: string) {
  return db
    .selectFrom('placedOrder')
    .select('id')
    .where('kind', '=', kind)
    .where('orderId', '=', orderId)
    .executeTakeFirst()
}

/** The order with this provider's id. */
export function findOrderKnownAs(db: Database, kind: ProviderKind, providerId: string) {
  return db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', kind)
    .where('providerId', '=', providerId)
    .executeTakeFirst()
}

/** The order whose payment has this provider's id. */
export function findOrderPaidBy(db: Database, kind: ProviderKind, paymentId: string) {
  return db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', kind)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
}
