import { type RawBuilder, sql } from 'kysely'
import type { Answer } from '#contract'
import { startOfDay } from '#rules/calendar.ts'
import { wallTime } from '#rules/zone.ts'
import type { Database } from '../database.ts'
import { PAID } from '../payments/states.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
// Every zone is a multiple of a quarter of an hour away from UTC, so no quarter lies in two days.
const QUARTER = 900_000
const MOST = 366

/** What is counted: `end` is the last ms, `group` confines it, days are those of `timeZone`. */
type Wanted = {
  start: number | undefined
  end: number | undefined
  group: number | undefined
  now: number
  timeZone: string
}

/** Counts sign-ups, last logins and buyers day by day; at most 366 days, 30 unless told otherwise. */
export async function countUsers(db: Database, wanted: Wanted): Promise<Answer<'getUserCounts'>> {
  const { group, now, timeZone } = wanted
  const end = wanted.end ?? now
  const asked = wanted.start ?? startOfDay(end - 29 * DAY, timeZone)
  const start = Math.max(asked, startOfDay(end - (MOST - 1) * DAY, timeZone))
  const days = daysBetween(start, end, timeZone)
  // A calendar's arithmetic is slow, and a busy quarter of an hour has hundreds of buyers.
  const known = new Map<number, Day | undefined>()
  const dayOf = (quarter: number) =>
    known.getOrInsertComputed(quarter, () => days.get(dateOf(quarter * QUARTER, timeZone)))

  for (const { quarter, count } of await selectQuarters(db, 'createTime', { start, end, group })) {
    const day = dayOf(quarter)
    if (day) day.signUp += count
  }
  for (const { quarter, count } of await selectQuarters(db, 'lastLogin', { start, end, group })) {
    const day = dayOf(quarter)
    if (day) day.login += count
  }
  for (const { quarter, userId } of await selectBuyers(db, { start, end, group }))
    dayOf(quarter)?.buyers.add(userId)

  const rows = [...days].map(([date, { signUp, login, buyers }]) => ({
    date,
    signUp,
    login,
    paid: buyers.size,
  }))
  const sum = (name: 'signUp' | 'login' | 'paid') =>
    rows.reduce((total, row) => total + row[name], 0)
  const there = await countThere(db, group)
  const total = { ...there, signUp: sum('signUp'), login: sum('login'), paid: sum('paid') }
  return { start, end, total, days: rows }
}

type Day = { signUp: number; login: number; buyers: Set<number> }
type Span = { start: number; end: number; group: number | undefined }

function daysBetween(start: number, end: number, timeZone: string): Map<string, Day> {
  const days = new Map<string, Day>()
  // Noon is there on every day, whatever clocks do at night.
  const noon = startOfDay(start, timeZone) + DAY / 2
  for (let time = noon; startOfDay(time, timeZone) <= end; time += DAY)
    days.set(dateOf(time, timeZone), { signUp: 0, login: 0, buyers: new Set() })
  return days
}

const dateOf = (time: number, timeZone: string) =>
  new Date(wallTime(time, timeZone)).toISOString().slice(0, 10)

const quarterOf = (column: string): RawBuilder<number> =>
  sql<number>`${sql.ref(column)} / cast(${sql.lit(QUARTER)} as bigint)`

function selectQuarters(db: Database, column: 'createTime' | 'lastLogin', span: Span) {
  const { start, end, group } = span
  // Nearly everybody was here in a month: looking each up by the index takes three times as long as
  // reading all of them, which is what the sum makes the database do.
  const time = end - start > WEEK ? sql<number>`${sql.ref(column)} + 0` : sql.ref<number>(column)
  return db
    .selectFrom('user')
    .select([quarterOf(column).as('quarter'), sql<number>`count(*)`.as('count')])
    .where('type', '=', 'normal')
    .where(time, '>=', start)
    .where(time, '<=', end)
    .$if(group !== undefined, (people) => people.where('groupId', '=', group!))
    .groupBy(quarterOf(column))
    .execute()
}

function selectBuyers(db: Database, { start, end, group }: Span) {
  return db
    .selectFrom('placedOrder')
    .select([quarterOf('placedOrder.createTime').as('quarter'), 'placedOrder.userId'])
    .distinct()
    .where('placedOrder.kind', '<>', 'refOrder')
    .where('placedOrder.status', 'in', PAID)
    .where('placedOrder.createTime', '>=', start)
    .where('placedOrder.createTime', '<=', end)
    .$if(group !== undefined, (rows) =>
      rows.innerJoin('user', 'user.id', 'placedOrder.userId').where('user.groupId', '=', group!),
    )
    .execute()
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
