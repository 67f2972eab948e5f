import { sql } from 'kysely'
import type { Answer, Schema } from '#contract'
import { startOfDay } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import { BOUGHT, buyingKinds } from '../../shop/orders/states.ts'
import { countAccounts, countOnline } from './accounts.ts'
import { shopDaysOf } from './groupDays.ts'
import { incomeOf } from './income.ts'
import { countNew } from './newcomers.ts'
import { ofGroup } from './ofGroup.ts'
import { paymentsOf } from './payments.ts'
import { tradeOf } from './trade.ts'

const DAY_MS = 86_400_000

/**
 * The figures of today, where the day begins in a time zone; `group` confines all of them to one
 * group's users. Sums by day are kept for the days of `homeZone`, the site's.
 */
export async function figuresOf(
  db: Database,
  wanted: { now: number; timeZone: string; homeZone: string; group: number | undefined },
): Promise<Answer<'getShopFigures'>> {
  const { now, timeZone, homeZone, group } = wanted
  const today = startOfDay(now, timeZone)
  const yesterday = startOfDay(today - DAY_MS / 2, timeZone)
  const [income, orders, payments, trade, come, before, online, counted, days] = await Promise.all([
    incomeOf(db, wanted),
    countOrders(db, today, group),
    paymentsOf(db, wanted),
    tradeOf(db, wanted),
    countNew(db, { from: today, to: now + 1, group }),
    countNew(db, { from: yesterday, to: today, group }),
    countOnline(db, now, group),
    countAccounts(db, now, group),
    shopDaysOf(db, { now, timeZone: homeZone, group }),
  ])
  return {
    income,
    orders,
    payments,
    customers: { today: come, yesterday: before },
    trade,
    online,
    ...counted,
    days: withNow(days, online),
  }
}

async function countOrders(db: Database, since: number, group: number | undefined) {
  const rows = await db
    .selectFrom('placedOrder')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('kind', 'in', buyingKinds())
    .where('createTime', '>=', since)
    .where(ofGroup('placedOrder.userId', group))
    .groupBy('status')
    .execute()
  const sum = (isPaid: boolean) =>
    rows
      .filter(({ status }) => (BOUGHT as readonly string[]).includes(status) === isPaid)
      .reduce((all, { count }) => all + count, 0)
  return { paid: sum(true), begun: sum(false) }
}

/** Nobody is fewer than are online at this moment. */
function withNow(days: Schema<'ShopDay'>[], online: number): Schema<'ShopDay'>[] {
  return days.map((day, at) =>
    at === days.length - 1 ? { ...day, online: Math.max(day.online ?? 0, online) } : day,
  )
}
