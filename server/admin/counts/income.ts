import { sql } from 'kysely'
import type { Schema } from '#contract'
import { startOfDay, startOfMonth } from '#rules/calendar.ts'
import type { Currency } from '#rules/providers/facts.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import { daysBetween } from './days.ts'
import { ofGroup } from './ofGroup.ts'

const DAY_MS = 86_400_000
const DAYS = 30
/** The present month and the one before it, at their longest. */
const LOOKED_BACK = 62
/** How many orders are read before yielding to other work. */
const BATCH_SIZE = 2_500
/** Every time zone's days begin at a multiple of this. */
const QUARTER_MS = 900_000

/** Cents by the quarter of an hour they moved in, and the currency. */
type Moved = Map<Currency, Map<number, number>>

/** Income less refunds: today, this month and day by day in a time zone. */
export async function incomeOf(
  db: Database,
  { now, timeZone, group }: { now: number; timeZone: string; group: number | undefined },
): Promise<Schema<'Income'>[]> {
  const from = startOfDay(now - LOOKED_BACK * DAY_MS, timeZone)
  const moved = await remember(db, `income ${timeZone} ${group}`, () => movedSince(db, from, group))
  const incomes = [...moved].map(([currency, quarters]) => inDays(currency, quarters))
  const sumOf = ({ days }: Schema<'Income'>) => days.reduce((sum, { cents }) => sum + cents, 0)
  return incomes.toSorted((a, b) => sumOf(b) - sumOf(a))

  function inDays(currency: Currency, quarters: Map<number, number>): Schema<'Income'> {
    const between = (start: number, end: number) =>
      [...quarters].reduce((sum, [at, cents]) => sum + (at >= start && at < end ? cents : 0), 0)
    const all = daysBetween(startOfDay(now - (2 * DAYS - 1) * DAY_MS, timeZone), now, timeZone)
    const cents = all.map((day) => between(day.from, day.to + 1))
    const month = startOfMonth(now, timeZone)
    const monthBefore = startOfMonth(month - 1, timeZone)
    return {
      currency,
      today: cents.at(-1) ?? 0,
      month: between(month, Infinity),
      monthBefore: between(monthBefore, Math.min(monthBefore + (now - month), month)),
      days: all.slice(-DAYS).map(({ date }, at) => ({
        date,
        cents: cents.at(at - DAYS) ?? 0,
        before: cents.at(at - 2 * DAYS) ?? 0,
      })),
    }
  }
}

/** In slices of orders: the ledger is indexed by order. */
async function movedSince(db: Database, from: number, group: number | undefined) {
  const value: Moved = new Map()
  let slices = 0
  for await (const slice of slicesOf(db, 'placedOrder', BATCH_SIZE)) {
    const rows = await db
      .selectFrom('ledger')
      .select('currency')
      .select(sql<number>`"time" / ${sql.lit(QUARTER_MS)}`.as('quarter'))
      .select(({ fn, case: when }) =>
        fn
          .sum<number>(
            when()
              .when('credit', 'in', paidKinds())
              .then(sql<number>`"amount"`)
              .when('debit', 'in', paidKinds())
              .then(sql<number>`-"amount"`)
              .else(0)
              .end(),
          )
          .as('cents'),
      )
      .where('placedOrderId', '>=', slice.from)
      .where('placedOrderId', '<=', slice.to)
      .where('time', '>=', from)
      .$if(group !== undefined, (rows) =>
        rows.where(
          'placedOrderId',
          'in',
          db
            .selectFrom('placedOrder')
            .select('placedOrder.id')
            .where('placedOrder.id', '>=', slice.from)
            .where('placedOrder.id', '<=', slice.to)
            .where(ofGroup('placedOrder.userId', group)),
        ),
      )
      .groupBy(['currency', 'quarter'])
      .execute()
    for (const { currency, quarter, cents } of rows) {
      // Only providers move money, each in its own currency.
      const quarters = value.getOrInsertComputed(currency as Currency, () => new Map())
      const at = Number(quarter) * QUARTER_MS
      if (Number(cents) !== 0) quarters.set(at, (quarters.get(at) ?? 0) + Number(cents))
    }
    slices += 1
  }
  for (const [currency, quarters] of value) if (quarters.size === 0) value.delete(currency)
  return { value, slices }
}
