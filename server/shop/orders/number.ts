import { randomDigits } from '#rules/password.ts'
import { wallTime } from '#rules/zone.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'

/** A number for a new order: 14 digits of local time and 6 random ones. Wire-contract facts: 3.5. */
function newNumber({ now, config }: Pick<World, 'now' | 'config'>): string {
  const time = new Date(wallTime(now(), config.timeZone)).toISOString()
  return time.replace(/\D/g, '').slice(0, 14) + randomDigits(6)
}

/** Inserts an order under a free number; returns its id and number. */
export async function insertNumbered(
  tx: Database,
  world: Pick<World, 'now' | 'config'>,
  order: Omit<Insertable<PlacedOrderTable>, 'orderId'>,
): Promise<{ id: number; orderId: string }> {
  for (;;) {
    const orderId = newNumber(world)
    const row = await tx
      .insertInto('placedOrder')
      .values({ ...order, orderId })
      .onConflict((conflict) => conflict.column('orderId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return { id: row.id, orderId }
  }
}
