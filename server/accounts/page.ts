import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Schema } from '#contract'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { cutRanked, type Matches } from '../database/lists/ranked.ts'
import { type Around, findMatches } from './matches.ts'
import { rankAccounts } from './ranking.ts'
import { selectListed } from './store.ts'

// Accounts without an end sort last.
const ORDERS = {
  port_asc: sql`"account"."port", "account"."portSpace"`,
  port_desc: sql`"account"."port" desc, "account"."portSpace" desc`,
  expire_asc: sql`"account"."expireTime" asc nulls last, "account"."id"`,
  expire_desc: sql`"account"."expireTime" desc nulls first, "account"."id" desc`,
}
const RANKED = {
  used_asc: { by: 'used', down: false },
  used_desc: { by: 'used', down: true },
  seen_asc: { by: 'seen', down: false },
  seen_desc: { by: 'seen', down: true },
  user_asc: { by: 'user', down: false },
  user_desc: { by: 'user', down: true },
  plan_asc: { by: 'plan', down: false },
  plan_desc: { by: 'plan', down: true },
} as const

const eb = expressionBuilder<Tables, 'account'>()

/**
 * One page of the matching accounts, and how many there are; `more` where a search found more than
 * it counted.
 */
export async function selectAccountPage(
  db: Database,
  query: Schema<'AccountQuery'>,
  around: Around,
) {
  const { page = 1, pageSize = PAGE_SIZE, sort = 'port_asc' } = query
  const found = await findMatches(db, query, around, page * pageSize)
  const cut = { from: (page - 1) * pageSize, size: pageSize }
  const ranked = sort in RANKED ? RANKED[sort as keyof typeof RANKED] : undefined
  const ids = ranked
    ? await cutRanked(db, 'account', found, await rankAccounts(db, ranked.by, around.now), {
        ...cut,
        down: ranked.down,
      })
    : await cutSorted(db, found.conditions, ORDERS[sort as keyof typeof ORDERS], cut)
  const { total, more } = found
  return { rows: await selectListed(db, ids), page, pageSize, total, more }
}

type Cut = { from: number; size: number }

async function cutSorted(
  db: Database,
  conditions: Matches['conditions'],
  order: Expression<unknown>,
  { from, size }: Cut,
): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('account.id')
    .where(eb.and(conditions))
    .orderBy(order)
    .limit(size)
    .offset(from)
    .execute()
  return rows.map(({ id }) => id)
}
