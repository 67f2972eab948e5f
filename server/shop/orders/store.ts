import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Query, Schema } from '#contract'
import { OPEN } from '#rules/placed.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { orderKinds } from './kinds.ts'
import { cacheTotal } from '../../database/totals.ts'
import { inOrder } from '../../database/lists/page.ts'
import { containsAnyCase } from '../../database/lists/search.ts'
import { cutOrders, matchingOrders } from './sorting.ts'
import { BOUGHT, inStates, isFailed, isRenewal, WRONG } from './states.ts'

/** A placed order as it is stored, with the names of its user, plan and account. */
export type StoredOrder = Awaited<ReturnType<typeof selectPaidOrders>>[number]

/** The filter on placed orders; times are ms, both included. */
export type Wanted = {
  search: string
  states: readonly Schema<'OrderState'>[]
  kinds: readonly Schema<'OrderKind'>[]
  group: number | undefined
  start: number | undefined
  end: number | undefined
  newest: number | undefined
  /** Only orders that need an admin. */
  stuck?: boolean
  /** Only orders that were closed and never paid. */
  failed?: boolean
  /** Only renewals. */
  renewal?: boolean
  /** Only orders of which something was refunded. */
  refunded?: boolean
}

const eb = expressionBuilder<Tables, 'placedOrder'>()
const STATES = 5

/**
 * What one person paid for, refunded or not, and was rewarded with, newest first; with `now` also
 * what can still be paid then, and payments that are being checked or came with another amount.
 */
export function selectPaidOrders(db: Database, userId: number, now?: number) {
  const waits = eb.and([
    eb('placedOrder.status', 'in', OPEN),
    eb.or([
      eb('placedOrder.expireTime', '>', now ?? 0),
      eb('placedOrder.paymentId', 'is not', null),
    ]),
  ])
  const isPaid = eb.or([
    eb('placedOrder.status', 'in', BOUGHT),
    eb('placedOrder.paidTime', 'is not', null),
  ])
  // However old, and closed by now: money was received for it.
  const isWrong = eb('placedOrder.failure', 'in', WRONG)
  return orders(db)
    .where('placedOrder.userId', '=', userId)
    .where(now === undefined ? isPaid : eb.or([isPaid, waits, isWrong]))
    .orderBy('placedOrder.createTime', 'desc')
    .orderBy('placedOrder.id', 'desc')
    .execute()
}

/** The orders of one kind that were placed last, newest first. */
export function selectRecentOrders(
  db: Database,
  kind: Schema<'OrderKind'>,
  { group, number }: { group: number | undefined; number: number },
) {
  return orders(db)
    .where('placedOrder.kind', '=', kind)
    .$if(group !== undefined, (rows) => rows.where('user.groupId', '=', group!))
    .orderBy('placedOrder.createTime', 'desc')
    .orderBy('placedOrder.id', 'desc')
    .limit(number)
    .execute()
}

/** One page of the matching orders, how many there are, and when the newest was placed. */
export async function selectOrderPage(
  db: Database,
  wanted: Wanted,
  {
    page,
    pageSize,
    sort = 'time_desc',
  }: { page: number; pageSize: number; sort?: Query<'listPlacedOrders'>['sort'] },
) {
  const conditions = conditionsOf(wanted)
  const matching = matchingOrders(db, conditions)
  const counted = matching.select(({ fn }) => fn.countAll<number>().as('total'))
  const name = JSON.stringify(['orders', { ...wanted, group: wanted.group ?? null }])
  const count = () =>
    cacheTotal(db, { name, from: ['placedOrder', 'user'] }, async () => {
      return (await counted.executeTakeFirstOrThrow()).total
    })
  const isSearch = wanted.search !== ''
  const { ids, total } = await cutOrders(db, conditions, count, { page, pageSize, isSearch, sort })
  const rows = await selectListed(db, ids)
  if (page === 1 && sort === 'time_desc') return { rows, total, newest: rows[0]?.createTime ?? 0 }
  const newest = await matching
    .select('createTime')
    .orderBy('createTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { rows, total, newest: newest?.createTime ?? 0 }
}

async function selectListed(db: Database, ids: number[]): Promise<StoredOrder[]> {
  if (ids.length === 0) return []
  const rows = await orders(db).where('placedOrder.id', 'in', ids).execute()
  return inOrder(ids, rows)
}

/** The conditions of the filter. */
export function conditionsOf(wanted: Wanted): Expression<SqlBool>[] {
  const { search, states, kinds, group, start, end, newest } = wanted
  const until = Math.min(end ?? Infinity, newest ?? Infinity)
  const column = 'placedOrder.createTime'
  return [
    ...(start === undefined ? [] : [eb(column, '>=', start)]),
    ...(until === Infinity ? [] : [eb(column, '<=', until)]),
    ...(kinds.length === 0 || kinds.length === orderKinds().length
      ? []
      : [eb('placedOrder.kind', 'in', kinds)]),
    ...(states.length === 0 || states.length === STATES ? [] : [inStates(states)]),
    ...(group === undefined ? [] : [eb('placedOrder.userId', 'in', membersOf(group))]),
    ...(search === '' ? [] : [containing(search)]),
    ...(wanted.stuck ? [eb('placedOrder.failure', 'is not', null)] : []),
    ...(wanted.failed ? [isFailed()] : []),
    ...(wanted.renewal ? [isRenewal()] : []),
    ...(wanted.refunded ? [eb('placedOrder.refunded', '>', sql.lit(0))] : []),
  ]
}

const membersOf = (group: number) =>
  eb.selectFrom('user').select('user.id').where('user.groupId', '=', group)

function containing(search: string): Expression<SqlBool> {
  const people = eb
    .selectFrom('user')
    .select('user.id')
    .where((user) => containsAnyCase(user.ref('user.username'), search))
  return eb.or([
    containsAnyCase(eb.ref('placedOrder.orderId'), search),
    eb('placedOrder.userId', 'in', people),
  ])
}

/** Placed orders with the names of their user, plan and account. */
export function orders(db: Database) {
  return db
    .selectFrom('placedOrder')
    .leftJoin('user', 'user.id', 'placedOrder.userId')
    .leftJoin('plan', 'plan.id', 'placedOrder.planId')
    .leftJoin('account', 'account.id', 'placedOrder.accountId')
    .selectAll('placedOrder')
    .select(['user.username', 'user.groupId as group', 'plan.name as orderName', 'account.port'])
}
