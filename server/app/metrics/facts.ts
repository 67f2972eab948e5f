import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { DELIVERED, OPEN, PAID } from '#rules/placed.ts'
import { paidKinds } from '#rules/providers/registry.ts'

const DAY_MS = 86_400_000
/** A paid order is delivered in a moment; one that is not by then needs an admin, ms. */
const STUCK_AFTER_MS = 60_000

/** Rows counted by a word. */
export type Counts = Record<string, number>

/** What the database says of the shop, for metrics; no personal data. */
export type Facts = Awaited<ReturnType<typeof readFacts>>

/** Counts what waits, failed and exists. Milliseconds at 100,000 accounts; callers cache it. */
export async function readFacts(db: Database, now: number) {
  const [
    orders,
    stuck,
    mails,
    oldestMail,
    pushes,
    jobs,
    outages,
    sessions,
    users,
    accounts,
    nodes,
    held,
  ] = await Promise.all([
    ordersSince(db, now - DAY_MS),
    stuckOrders(db, now - STUCK_AFTER_MS),
    countBy(db, 'mail', now - DAY_MS),
    oldestWaitingMail(db),
    countBy(db, 'pushDelivery'),
    countBy(db, 'job'),
    count(db, 'outage', sql`"endTime" is null`),
    count(db, 'session', sql`"expireTime" > ${now}`),
    count(db, 'user', sql`"type" = 'normal'`),
    count(db, 'account', sql`"active" = 1 and ("expireTime" is null or "expireTime" > ${now})`),
    count(db, 'node', sql`"state" = 'active'`),
    count(db, 'heldReading', sql`1 = 1`),
  ])
  const mailWait = oldestMail === null ? 0 : Math.max(0, now - oldestMail) / 1000
  return {
    orders,
    stuck,
    mails,
    mailWait,
    pushes,
    jobs,
    outages,
    sessions,
    users,
    accounts,
    nodes,
    held,
  }
}

/** Orders of the last day by status. */
async function ordersSince(db: Database, since: number): Promise<Counts> {
  const rows = await db
    .selectFrom('placedOrder')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('kind', 'in', paidKinds())
    .where('createTime', '>=', since)
    .groupBy('status')
    .execute()
  const counts: Counts = { open: 0, paid: 0, delivered: 0, closed: 0 }
  for (const { status, count: some } of rows) counts[stateOf(status)]! += some
  return counts
}

function stateOf(status: string): string {
  const isOf = (words: readonly string[]) => words.includes(status)
  if (isOf(OPEN)) return 'open'
  if (isOf(PAID)) return 'paid'
  return isOf(DELIVERED) ? 'delivered' : 'closed'
}

/** Orders that were paid and have not been delivered since. */
async function stuckOrders(db: Database, before: number): Promise<number> {
  const { some } = await db
    .selectFrom('placedOrder')
    .select(sql<number>`count(*)`.as('some'))
    .where('kind', 'in', paidKinds())
    .where('status', 'in', PAID)
    .where('paidTime', '<', before)
    .executeTakeFirstOrThrow()
  return Number(some)
}

async function countBy(
  db: Database,
  table: 'mail' | 'pushDelivery' | 'job',
  since?: number,
): Promise<Counts> {
  const recent = since === undefined ? sql`` : sql`where "createTime" >= ${since}`
  const { rows } = await sql<{ status: string; some: number }>`
    select "status", count(*) as "some" from ${sql.table(table)} ${recent} group by "status"
  `.execute(db)
  return Object.fromEntries(rows.map(({ status, some }) => [status, Number(some)]))
}

async function oldestWaitingMail(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('mail')
    .select(sql<number | null>`min("createTime")`.as('oldest'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return row.oldest
}

async function count(
  db: Database,
  table: 'heldReading' | 'outage' | 'session' | 'user' | 'account' | 'node',
  condition: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await sql<{ some: number }>`
    select count(*) as "some" from ${sql.table(table)} where ${condition}
  `.execute(db)
  return Number(rows[0]?.some ?? 0)
}
