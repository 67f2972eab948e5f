import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Query } from '#contract'
import { DELIVERED, OPEN, PAID } from '#rules/placed.ts'
import type { Database } from '../../database/database.ts'
import { cutPage, type Page } from '../../database/lists/page.ts'
import type { Tables } from '../../database/tables.ts'

type Sort = NonNullable<Query<'listPlacedOrders'>['sort']>
type Asked = { page: number; pageSize: number; isSearch: boolean; sort: Sort }
type Conditions = readonly Expression<SqlBool>[]

const eb = expressionBuilder<Tables, 'placedOrder'>()
const words = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)))

/**
 * Where an order stands, as `placedState` says it: 0 can still be paid, 1 is paid, 2 delivered, 3
 * refunded, 4 closed. As in the index.
 */
export const stateRank = sql<number>`case
    when "kind" in ('giftcard', 'refOrder') then 2
    when coalesce("amount", 0) > 0 and coalesce("refunded", 0) >= "amount" then 3
    when "status" in (${words(OPEN)}) then 0
    when "status" in (${words(PAID)}) then 1
    when "status" in (${words(DELIVERED)}) then 2
    else 4 end`

/** The orders that meet all of some conditions. */
export const matchingOrders = (db: Database, conditions: Conditions) =>
  db.selectFrom('placedOrder').$if(conditions.length > 0, (rows) => rows.where(eb.and(conditions)))

/** One page of the matching orders, sorted; `count` counts them all. */
export async function cutOrders(
  db: Database,
  conditions: Conditions,
  count: () => Promise<number>,
  asked: Asked,
): Promise<Page> {
  const { sort } = asked
  const direction = sort.endsWith('_asc') ? 'asc' : 'desc'
  if (sort.startsWith('user')) return cutByUser(db, conditions, count, asked)
  const chosen = matchingOrders(db, conditions).select('placedOrder.id')
  if (sort.startsWith('time'))
    return cutPage(
      chosen.orderBy('createTime', direction).orderBy('kind').orderBy('orderId'),
      count,
      asked,
    )
  // As in the indexes.
  const first = sort.startsWith('amount') ? sql`coalesce("amount", 0)` : stateRank
  const sorted = chosen
    .orderBy(first, direction)
    .orderBy('createTime', direction)
    .orderBy('placedOrder.id', direction)
  return cutPage(sorted, count, asked)
}

/**
 * By the name of the user who placed them, the newest of each first; those of deleted users come last.
 *
 * Read in two parts: only so is the index of names followed, and not every order sorted.
 */
async function cutByUser(
  db: Database,
  conditions: Conditions,
  count: () => Promise<number>,
  { page, pageSize, sort }: Asked,
): Promise<Page> {
  const from = (page - 1) * pageSize
  const named = db
    .selectFrom('user')
    // SQLite starts with what stands first in a cross join.
    .crossJoin('placedOrder')
    .whereRef('placedOrder.userId', '=', 'user.id')
    .$if(conditions.length > 0, (rows) => rows.where(eb.and(conditions)))
  const rows = await named
    .select('placedOrder.id')
    .orderBy('user.username', sort.endsWith('_asc') ? 'asc' : 'desc')
    .orderBy('placedOrder.createTime', 'desc')
    .orderBy('placedOrder.id', 'desc')
    .limit(pageSize)
    .offset(from)
    .execute()
  const ids = rows.map(({ id }) => id)
  const total = await count()
  if (ids.length === pageSize) return { ids, total }
  const { before } = await named
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow()
  const lost = await matchingOrders(db, conditions)
    .select('placedOrder.id')
    .where('placedOrder.userId', 'not in', eb.selectFrom('user').select('user.id'))
    .orderBy('placedOrder.createTime', 'desc')
    .orderBy('placedOrder.id', 'desc')
    .limit(pageSize - ids.length)
    .offset(Math.max(0, from - Number(before)))
    .execute()
  return { ids: [...ids, ...lost.map(({ id }) => id)], total }
}
