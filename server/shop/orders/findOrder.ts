import type { Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import { found } from '../../base/refusal.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import { orders, type StoredOrder } from './store.ts'

type Order = Selectable<PlacedOrderTable>
type Key = { kind: string; orderId: string } | { kind: string; providerId: string }

/** An order the caller placed. Refuses any other with 403. */
export async function findOwnOrder(db: Database, userId: number, key: Key): Promise<Order> {
  const order = await db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', '=', key.kind)
    .$if('orderId' in key, (rows) =>
      rows.where('orderId', '=', 'orderId' in key ? key.orderId : ''),
    )
    .$if('providerId' in key, (rows) =>
      rows.where('providerId', '=', 'providerId' in key ? key.providerId : ''),
    )
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found(order)
}

/** An order by its number as an admin sees it; `group` limits it to one group's users. */
export function findListed(
  db: Database,
  orderId: string,
  group?: number,
): Promise<StoredOrder | undefined> {
  return orders(db)
    .where('placedOrder.orderId', '=', orderId)
    .$if(group !== undefined, (rows) => rows.where('user.groupId', '=', group!))
    .executeTakeFirst()
}
