import { sql } from 'kysely'
import type { Schema } from '#contract'
import { startOfDay } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import { isBought, isRenewal } from '../../shop/orders/states.ts'
import { daysBetween } from './days.ts'
import { ofGroup } from './ofGroup.ts'

const DAY_MS = 86_400_000
const DAYS = 30
/** How many orders are read before yielding to other work. */
const BATCH_SIZE = 2_500
/** Every time zone's days begin at a multiple of this. */
const QUARTER_MS = 900_000

type Wanted = { now: number; timeZone: string; group: number | undefined }
type Counts = { paid: number; renewals: number }

/**
 * Orders that were paid for and the renewals among them, on each of the last 30 days by when they
 * were placed, today included, and the renewals of the 30 days before. Slices of orders.
 */
export async function tradeOf(db: Database, wanted: Wanted): Promise<Schema<'Trade'>> {
  const { now, timeZone, group } = wanted
  // Noon exists on every day, whatever daylight saving does at night.
  const noon = startOfDay(now, timeZone) + DAY_MS / 2
  const from = startOfDay(noon - (2 * DAYS - 1) * DAY_MS, timeZone)
  const placed = await remember(db, `trade ${from} ${group}`, () => placedSince(db, from, group))
  const days = daysBetween(from, now, timeZone).map(({ date, from: start, to }) => {
    const sums = { date, paid: 0, renewals: 0 }
    for (const [at, { paid, renewals }] of placed)
      if (at >= start && at <= to) {
        sums.paid += paid
        sums.renewals += renewals
      }
    return sums
  })
  const sum = (some: typeof days) => some.reduce((all, { renewals }) => all + renewals, 0)
  const last = days.slice(-DAYS)
  return { renewals: sum(last), before: sum(days.slice(0, -DAYS)), days: last }
}

async function placedSince(db: Database, from: number, group: number | undefined) {
  const value = new Map<number, Counts>()
  let slices = 0
  for await (const slice of slicesOf(db, 'placedOrder', BATCH_SIZE)) {
    const rows = await db
      .selectFrom('placedOrder')
      .select(sql<number>`"placedOrder"."createTime" / ${sql.lit(QUARTER_MS)}`.as('quarter'))
      .select(({ fn, case: when }) => [
        fn.countAll<number>().as('paid'),
        fn.sum<number>(when().when(isRenewal()).then(1).else(0).end()).as('renewals'),
      ])
      .where('placedOrder.id', '>=', slice.from)
      .where('placedOrder.id', '<=', slice.to)
      .where('placedOrder.createTime', '>=', from)
      .where(isBought())
      .where(ofGroup('placedOrder.userId', group))
      .groupBy('quarter')
      .execute()
    for (const { quarter, paid, renewals } of rows) {
      const sums = value.getOrInsertComputed(Number(quarter) * QUARTER_MS, () => ({
        paid: 0,
        renewals: 0,
      }))
      sums.paid += Number(paid)
      sums.renewals += Number(renewals)
    }
    slices += 1
  }
  return { value, slices }
}
