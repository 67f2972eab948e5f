import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { contains, containsAnyCase, searched } from '../users/search.ts'
import { accounts } from './store.ts'

type Filter = Schema<'AccountFilter'>
type Where = ExpressionBuilder<Tables, 'account'>

/** One page of the accounts that match, and how many do. */
export async function selectAccountPage(
  db: Database,
  query: Schema<'AccountQuery'>,
  { group, now }: { group: number | undefined; now: number },
) {
  const { page = 1, pageSize = 20, sort = 'port_asc', filter } = query
  const search = searched(query.search)
  const matching = db
    .selectFrom('account')
    .where((eb) =>
      eb.and([
        ...(group === undefined ? [] : [inGroup(eb, group)]),
        ...(filter ? filtered(eb, filter, now) : []),
        ...(search === '' ? [] : [found(eb, search)]),
      ]),
    )

  const direction = sort.endsWith('_asc') ? 'asc' : 'desc'
  const column = sort.startsWith('expire') ? 'account.expireTime' : 'account.port'
  // An account without an end ends last of all.
  const order = { asc: sql`asc nulls last`, desc: sql`desc nulls first` }[direction]
  const ids = matching
    .select('account.id')
    .$if(column === 'account.port', (rows) => rows.orderBy('account.port', direction))
    .$if(column !== 'account.port', (rows) => rows.orderBy('account.expireTime', order))
    .orderBy('account.id', direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [rows, { total }] = await Promise.all([
    // The page is cut from an index; only its own rows are then read.
    accounts(db)
      .innerJoin(ids.as('page'), 'page.id', 'account.id')
      .$if(column === 'account.port', (found) => found.orderBy('account.port', direction))
      .$if(column !== 'account.port', (found) => found.orderBy('account.expireTime', order))
      .orderBy('account.id', direction)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total, page, pageSize }
}

function inGroup(eb: Where, group: number) {
  return eb(
    'account.userId',
    'in',
    eb.selectFrom('user').select('user.id').where('user.groupId', '=', group),
  )
}

function found(eb: Where, search: string) {
  const { ref } = eb
  const owners = eb
    .selectFrom('user')
    .select('user.id')
    .where((user) => containsAnyCase(user.ref('user.email'), search))
  return eb.or([
    contains(ref('account.password'), search),
    eb('account.userId', 'in', owners),
    ...(/^\d+$/.test(search)
      ? [contains(sql<string>`cast(${ref('account.port')} as text)`, search)]
      : []),
  ])
}

function filtered(eb: Where, filter: Filter, now: number): Expression<SqlBool>[] {
  const { expired, unexpired, unlimit, orderId, hasUser, noUser } = filter
  // Named the wrong way round on the wire: `expired` lets accounts through that are still valid.
  const times = [
    ...(expired ? [eb('account.expireTime', '>', now)] : []),
    ...(unexpired ? [eb('account.expireTime', '<=', now)] : []),
    ...(unlimit ? [eb('account.expireTime', 'is', null)] : []),
  ]
  return [
    ...(times.length < 3 ? [eb.or(times)] : []),
    ...(orderId ? [eb('account.orderId', '=', orderId)] : []),
    ...(hasUser && !noUser ? [eb('account.userId', 'is not', null)] : []),
    ...(noUser && !hasUser ? [eb('account.userId', 'is', null)] : []),
  ]
}
