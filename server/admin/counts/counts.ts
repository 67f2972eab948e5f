import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Answer } from '#contract'
import { startOfDay } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import { BOUGHT, buyingKinds } from '../../shop/orders/states.ts'
import { Refusal } from '../../base/refusal.ts'
import { remember } from '../../database/slices.ts'
import { daysBetween } from './days.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 366
/** How many days are counted before yielding to other work. */
const DAYS_PER_TURN = 5
/** Up to so many users counting is fast enough to do without a cache. */
const MAX_USERS_UNCACHED = 10_000

/** What is counted: `end` is the last ms, `group` confines it, days are those of `timeZone`. */
type Wanted = {
  start: number | undefined
  end: number | undefined
  group: number | undefined
  now: number
  timeZone: string
}

/** Counts sign-ups, last logins and buyers day by day; at most 366 days, 30 by default. */
export async function countUsers(db: Database, wanted: Wanted): Promise<Answer<'getUserCounts'>> {
  const { start, end, group, timeZone } = wanted
  if ([start, end].some((time) => Math.abs(time ?? 0) > LAST_START_MS))
    throw new Refusal(400, 'no calendar has such a time')
  return remember(db, `counts ${start} ${end} ${group} ${timeZone}`, async () => {
    const value = await recount(db, wanted)
    return { value, slices: Math.ceil(value.total.user / MAX_USERS_UNCACHED) }
  })
}

/** Beyond this a year of days exceeds the range of dates. */
const LAST_START_MS = 8.64e15 - 2 * MAX_DAYS * DAY_MS

async function recount(db: Database, wanted: Wanted): Promise<Answer<'getUserCounts'>> {
  const { group, now, timeZone } = wanted
  const end = wanted.end ?? now
  const requested = wanted.start ?? startOfDay(end - 29 * DAY_MS, timeZone)
  const start = Math.max(requested, startOfDay(end - (MAX_DAYS - 1) * DAY_MS, timeZone))
  const days: Answer<'getUserCounts'>['days'] = []
  for (const { date, from, to } of daysBetween(start, end, timeZone)) {
    const span = { from, to, group }
    days.push({
      date,
      signUp: await countPeople(db, 'createTime', span),
      login: await countPeople(db, 'lastLogin', span),
      paid: await countBuyers(db, span),
    })
    if (days.length % DAYS_PER_TURN === 0) await setImmediate()
  }
  const sum = (name: 'signUp' | 'login' | 'paid') =>
    days.reduce((total, day) => total + day[name], 0)
  const there = await countThere(db, group)
  const total = { ...there, signUp: sum('signUp'), login: sum('login'), paid: sum('paid') }
  return { start, end, total, days }
}

/** A time range, both ends included, and a group. */
type Span = { from: number; to: number; group: number | undefined }

async function countPeople(
  db: Database,
  column: 'createTime' | 'lastLogin',
  { from, to, group }: Span,
): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select(sql<number>`count(*)`.as('count'))
    .where('type', '=', 'normal')
    .where(column, '>=', from)
    .where(column, '<=', to)
    .$if(group !== undefined, (people) => people.where('groupId', '=', group!))
    .executeTakeFirstOrThrow()
  return count
}

/** How many different people placed an order in this time that they paid for. */
async function countBuyers(db: Database, { from, to, group }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('placedOrder')
    .select(sql<number>`count(distinct "placedOrder"."userId")`.as('count'))
    .where('placedOrder.kind', 'in', buyingKinds())
    .where('placedOrder.status', 'in', BOUGHT)
    .where('placedOrder.createTime', '>=', from)
    .where('placedOrder.createTime', '<=', to)
    .$if(group !== undefined, (rows) =>
      rows.innerJoin('user', 'user.id', 'placedOrder.userId').where('user.groupId', '=', group!),
    )
    .executeTakeFirstOrThrow()
  return count
}

async function countThere(db: Database, group: number | undefined) {
  const rows = await db
    .selectFrom('user')
    .select(['type', sql<number>`count(*)`.as('count')])
    .$if(group !== undefined, (people) => people.where('groupId', '=', group!))
    .groupBy('type')
    .execute()
  const of = (type: string) => rows.find((row) => row.type === type)?.count ?? 0
  return { user: of('normal'), admin: of('admin') }
}
