import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#contract'
import { startOfDay, startOfMonth } from '#rules/calendar.ts'
import type { Currency } from '#rules/providers/facts.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import type { Database } from '../../database/database.ts'
import { remember } from '../../database/slices.ts'

/** How many entries of the ledger are read before yielding to other work. */
const BATCH_SIZE = 2_500

type Figures = Answer<'getPaidFigures'>
type Since = { today: number; month: number; group: number | undefined }

/**
 * What was paid today and this month, and paid back this month, in cents of each currency, where
 * days begin in a time zone; `group` limits it to one group's users.
 */
export function paidFiguresOf(
  db: Database,
  { now, timeZone, group }: { now: number; timeZone: string; group: number | undefined },
): Promise<Figures> {
  const since = { today: startOfDay(now, timeZone), month: startOfMonth(now, timeZone), group }
  return remember(db, `paid ${JSON.stringify(since)}`, () => sumSince(db, since))
}

/** From the newest entry of the ledger back to the month before: it grows with time. */
async function sumSince(db: Database, since: Since) {
  const found = new Map<Currency, Figures[number]>()
  const { last } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  let slices = 0
  for (let to = last ?? 0; to > 0; to -= BATCH_SIZE) {
    if (slices > 0) await setImmediate()
    const rows = await sumSlice(db, { from: to - BATCH_SIZE, to }, since)
    slices += 1
    // Ids may have gaps; entries before the month end it.
    if (rows.length === 0 && (await hasEntries(db, to - BATCH_SIZE, to))) break
    for (const row of rows) {
      // Only providers move money, each in its own currency.
      const currency = row.currency as Currency
      const sums = found.get(currency) ?? { currency, today: 0, month: 0, refunded: 0 }
      sums.today += Number(row.today)
      sums.month += Number(row.month)
      sums.refunded += Number(row.refunded)
      found.set(currency, sums)
    }
  }
  const value = [...found.values()].filter((sums) => sums.month > 0 || sums.refunded > 0)
  return { value: value.toSorted((a, b) => b.month - a.month), slices }
}

async function hasEntries(db: Database, after: number, to: number): Promise<boolean> {
  const entries = db.selectFrom('ledger').select('id').where('id', '>', after)
  return (await entries.where('id', '<=', to).limit(1).executeTakeFirst()) !== undefined
}

/** The sums of some entries; no row where all of them are older than the month. */
function sumSlice(
  db: Database,
  { from, to }: { from: number; to: number },
  { today, month, group }: Since,
) {
  const providers = sql.join(paidKinds().map((name) => sql.lit(name)))
  const mine = group === undefined ? sql`1 = 1` : sql`"user"."groupId" = ${group}`
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when ${mine} and ${condition} then "ledger"."amount" end), 0)`
  return db
    .selectFrom('ledger')
    .leftJoin('placedOrder', 'placedOrder.id', 'ledger.placedOrderId')
    .leftJoin('user', 'user.id', 'placedOrder.userId')
    .select('ledger.currency')
    .select([
      sumWhere(sql`"ledger"."credit" in (${providers}) and "ledger"."time" >= ${today}`).as(
        'today',
      ),
      sumWhere(sql`"ledger"."credit" in (${providers})`).as('month'),
      sumWhere(sql`"ledger"."debit" in (${providers})`).as('refunded'),
    ])
    .where('ledger.id', '>', from)
    .where('ledger.id', '<=', to)
    .where('ledger.time', '>=', month)
    .groupBy('ledger.currency')
    .execute()
}
