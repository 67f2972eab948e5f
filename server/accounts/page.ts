import { expressionBuilder, sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { cutPage } from '../users/page.ts'
import { searched } from '../users/search.ts'
import { matching } from './matching.ts'
import { selectListed } from './store.ts'

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
  const { page = 1, pageSize = 20, sort = 'port_asc' } = query
  const search = searched(query.search)
  const conditions = matching(query, { group, now })
  const meant = db
    .selectFrom('account')
    .$if(conditions.length > 0, (rows) => rows.where(eb.and(conditions)))
  const count = async () => {
    const counted = meant.select(({ fn }) => fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  const sorted = meant.select('account.id').orderBy(ORDERS[sort])
  const cut = { page, pageSize, isSearch: search !== '' }
  const { ids, total } = await cutPage(sorted, count, cut)
  const rows = await selectListed(db, ids)
  return { rows, total, page, pageSize }
}
