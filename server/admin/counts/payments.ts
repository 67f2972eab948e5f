import { sql } from 'kysely'
import { startOfDay } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import { isFailed } from '../../shop/orders/states.ts'
import { ofGroup } from './ofGroup.ts'

const DAY_MS = 86_400_000
/** Today included. */
const DAYS = 7
/** How many orders are read before yielding to other work. */
const BATCH_SIZE = 2_500

/** How many orders need a look, however old, and how many of the last days came to nothing. */
export function paymentsOf(
  db: Database,
  { now, timeZone, group }: { now: number; timeZone: string; group: number | undefined },
) {
  // Noon exists on every day, whatever daylight saving does at night.
  const noon = startOfDay(now, timeZone) + DAY_MS / 2
  const from = startOfDay(noon - (DAYS - 1) * DAY_MS, timeZone)
  return remember(db, `payments ${from} ${group}`, async () => {
    const value = { stuck: await countStuck(db, group), failed: 0 }
    let slices = 0
    for await (const slice of slicesOf(db, 'placedOrder', BATCH_SIZE)) {
      const { number } = await db
        .selectFrom('placedOrder')
        .select(sql<number>`count(*)`.as('number'))
        .where('id', '>=', slice.from)
        .where('id', '<=', slice.to)
        .where('createTime', '>=', from)
        .where(isFailed())
        .where(ofGroup('placedOrder.userId', group))
        .executeTakeFirstOrThrow()
      value.failed += number
      slices += 1
    }
    return { value, slices }
  })
}

/** From an index of those alone. */
async function countStuck(db: Database, group: number | undefined): Promise<number> {
  const { number } = await db
    .selectFrom('placedOrder')
    .select(sql<number>`count(*)`.as('number'))
    .where('failure', 'is not', null)
    .where(ofGroup('placedOrder.userId', group))
    .executeTakeFirstOrThrow()
  return number
}
