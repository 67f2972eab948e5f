import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { cutPage } from '../users/page.ts'
import { contains, containsAnyCase, searched } from '../users/search.ts'
import { selectListed } from './store.ts'

type Condition = Expression<SqlBool>

// Accounts without an end come last of all.
const ORDERS = {
  port_asc: sql`"account"."port", "account"."portSpace"`,
  port_desc: sql`"account"."port" desc, "account"."portSpace" desc`,
  expire_asc: sql`"account"."expireTime" asc nulls last, "account"."id"`,
  expire_desc: sql`"account"."expireTime" desc nulls first, "account"."id" desc`,
}

const eb = expressionBuilder<Tables, 'account'>()

/** One page of the accounts that match, and how many do. */
export async function selectAccountPage(
  db: Database,
  query: Schema<'AccountQuery'>,
  { group, now }: { group: number | undefined; now: number },
) {
  const { page = 1, pageSize = 20, sort = 'port_asc', filter } = query
  const search = searched(query.search)
  const conditions = [
    ...(group === undefined ? [] : [inGroup(group)]),
    ...(filter ? passing(filter, now) : []),
    ...(search === '' ? [] : [containing(search)]),
  ]
  const matching = db
    .selectFrom('account')
    .$if(conditions.length > 0, (rows) => rows.where(eb.and(conditions)))
  const count = async () => {
    const counted = matching.select(({ fn }) => fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  const sorted = matching.select('account.id').orderBy(ORDERS[sort])
  const cut = { page, pageSize, isSearch: search !== '' }
  const { ids, total } = await cutPage(sorted, count, cut)
  const rows = await selectListed(db, ids)
  return { rows, total, page, pageSize }
}

function inGroup(group: number): Condition {
  const members = eb.selectFrom('user').select('user.id').where('user.groupId', '=', group)
  return eb('account.userId', 'in', members)
}

function containing(search: string): Condition {
  const owners = eb
    .selectFrom('user')
    .select('user.id')
    .where((user) => containsAnyCase(user.ref('user.email'), search))
  const port = sql<string>`cast(${eb.ref('account.port')} as text)`
  return eb.or([
    contains(eb.ref('account.password'), search),
    ...(/^\d+$/.test(search) ? [contains(port, search)] : []),
    eb('account.userId', 'in', owners),
  ])
}

function passing(filter: Schema<'AccountFilter'>, now: number): Condition[] {
  const { expired, unexpired, unlimit, orderId, hasUser, noUser } = filter
  // Named the wrong way round on the wire: `expired` lets accounts through that are still valid.
  const ends = [
    ...(expired ? [eb('account.expireTime', '>', now)] : []),
    ...(unexpired ? [eb('account.expireTime', '<=', now)] : []),
    ...(unlimit ? [eb('account.expireTime', 'is', null)] : []),
  ]
  return [
    ...(ends.length < 3 ? [eb.or(ends)] : []),
    ...(orderId ? [eb('account.orderId', '=', orderId)] : []),
    ...(hasUser && !noUser ? [eb('account.userId', 'is not', null)] : []),
    ...(noUser && !hasUser ? [eb('account.userId', 'is', null)] : []),
  ]
}
