import { sql } from 'kysely'
import type { Answer } from '#contract'
import { startOfDay } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import { BOUGHT } from '../../shop/orders/states.ts'
import { selectOnline } from '../../traffic/accounts/online.ts'
import { incomeOf } from './income.ts'
import { paymentsOf } from './payments.ts'

const DAY_MS = 86_400_000
/** Kinds of orders that are paid for. */
const BUYING = ['alipay', 'paypal', 'giftcard'] as const

/** The figures of today, where the day begins in a time zone. */
export async function figuresOf(
  db: Database,
  now: number,
  timeZone: string,
): Promise<Answer<'getShopFigures'>> {
  const today = startOfDay(now, timeZone)
  const yesterday = startOfDay(today - DAY_MS / 2, timeZone)
  const [income, orders, payments, come, before, online, accounts] = await Promise.all([
    incomeOf(db, now, timeZone),
    countOrders(db, today),
    paymentsOf(db, now, timeZone),
    countNew(db, today, now + 1),
    countNew(db, yesterday, today),
    selectOnline(db, now),
    countUsable(db, now),
  ])
  return {
    income,
    orders,
    payments,
    customers: { today: come, yesterday: before },
    online: new Set([...online.values()].flat()).size,
    accounts,
  }
}

async function countOrders(db: Database, since: number) {
  const rows = await db
    .selectFrom('placedOrder')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('kind', 'in', BUYING)
    .where('createTime', '>=', since)
    .groupBy('status')
    .execute()
  const sum = (isPaid: boolean) =>
    rows
      .filter(({ status }) => (BOUGHT as readonly string[]).includes(status) === isPaid)
      .reduce((all, { count }) => all + count, 0)
  return { paid: sum(true), begun: sum(false) }
}

async function countNew(db: Database, from: number, to: number): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select(sql<number>`count(*)`.as('count'))
    .where('type', '=', 'normal')
    .where('createTime', '>=', from)
    .where('createTime', '<', to)
    .executeTakeFirstOrThrow()
  return count
}

/** Accounts in time, used up or not. */
async function countUsable(db: Database, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select(sql<number>`count(*)`.as('count'))
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .executeTakeFirstOrThrow()
  return count
}
