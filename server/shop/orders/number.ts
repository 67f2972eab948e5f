import { randomDigits } from '#rules/password.ts'
import { wallTime } from '#rules/zone.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

/** A number for a new order: 14 digits of the site's time and 6 random ones. Wire-contract facts: 3.5. */
function newNumber(now: number, timeZone: string): string {
  const time = new Date(wallTime(now, timeZone)).toISOString()
  return time.replace(/\D/g, '').slice(0, 14) + randomDigits(6)
}

/** Inserts an order under a free number; returns its id and number. */
export async function insertNumbered(
  tx: Database,
  world: Pick<World, 'now' | 'config'>,
  order: Omit<Insertable<PlacedOrderTable>, 'orderId'>,
): Promise<{ id: number; orderId: string }> {
  const timeZone = await findTimeZone({ db: tx, config: world.config })
  for (;;) {
    const orderId = newNumber(world.now(), timeZone)
    const row = await tx
      .insertInto('placedOrder')
      .values({ ...order, orderId })
      .onConflict((conflict) => conflict.column('orderId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return { id: row.id, orderId }
  }
}
