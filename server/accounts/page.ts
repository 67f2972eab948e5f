import { expressionBuilder, sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { cutPage, type Page } from '../users/page.ts'
import { searched } from '../users/search.ts'
import { matching } from './matching.ts'
import { hasPairs } from './pairs.ts'
import { selectListed } from './store.ts'

// Accounts without an end come last of all.
const ORDERS = {
  port_asc: sql`"account"."port", "account"."portSpace"`,
  port_desc: sql`"account"."port" desc, "account"."portSpace" desc`,
  expire_asc: sql`"account"."expireTime" asc nulls last, "account"."id"`,
  expire_desc: sql`"account"."expireTime" desc nulls first, "account"."id" desc`,
}

const eb = expressionBuilder<Tables, 'account'>()

/** From how many on it is quicker to go along the order than to sort what was found. */
const MANY = 1000

type Around = { group: number | undefined; now: number }

/** One page of the accounts that match, and how many do. */
export async function selectAccountPage(
  db: Database,
  query: Schema<'AccountQuery'>,
  around: Around,
) {
  const { page = 1, pageSize = 20, sort = 'port_asc' } = query
  const search = searched(query.search)
  const meant = (pairs?: 'fetched' | 'along') => {
    const conditions = matching(query, { ...around, pairs })
    return db
      .selectFrom('account')
      .$if(conditions.length > 0, (rows) => rows.where(eb.and(conditions)))
  }
  const count = async (pairs?: 'fetched') => {
    const counted = meant(pairs).select(({ fn }) => fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  const sorted = (pairs?: 'fetched' | 'along') =>
    meant(pairs).select('account.id').orderBy(ORDERS[sort])
  const answer = async ({ ids, total }: Page) => {
    return { rows: await selectListed(db, ids), total, page, pageSize }
  }
  if (!hasPairs(db, search))
    return answer(await cutPage(sorted(), count, { page, pageSize, isSearch: search !== '' }))

  const total = await count('fetched')
  const found = await sorted(total > MANY ? 'along' : 'fetched')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return answer({ ids: found.map(({ id }) => id), total })
}
