import { setImmediate } from 'node:timers/promises'
import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Schema } from '#contract'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { among, MAX_COUNTED } from '../../database/lists/finding.ts'
import { type Around, findMatches, type Matches } from './matches.ts'
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
} as const

const eb = expressionBuilder<Tables, 'account'>()

/** How many accounts of an order are checked at a time. */
const BATCH_SIZE = 1_000

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
  const ids =
    sort in RANKED
      ? await cutRanked(db, found, RANKED[sort as keyof typeof RANKED], cut, around.now)
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

/** Pages through an order without an index; accounts created after the ranking sort last. */
async function cutRanked(
  db: Database,
  { conditions, total, more }: Matches,
  { by, down }: (typeof RANKED)[keyof typeof RANKED],
  { from, size }: Cut,
  now: number,
): Promise<number[]> {
  const { ids, place } = await rankAccounts(db, by, now)
  if (!more && total <= MAX_COUNTED) {
    const matches = await db
      .selectFrom('account')
      .select('account.id')
      .where(eb.and(conditions))
      .execute()
    const ranked = matches.map(({ id }) => ({ id, at: place.get(id) ?? (down ? -1 : ids.length) }))
    ranked.sort((a, b) => (down ? b.at - a.at : a.at - b.at) || b.id - a.id)
    return ranked.slice(from, from + size).map(({ id }) => id)
  }
  // With so many matches, walking the order soon fills a page.
  const order = down ? ids.toReversed() : ids
  const found: number[] = []
  for (let at = 0; at < order.length && found.length < from + size; at += BATCH_SIZE) {
    if (at > 0) await setImmediate()
    const some = order.slice(at, at + BATCH_SIZE)
    const rows = await db
      .selectFrom('account')
      .select('account.id')
      .where(among(db, eb.ref('account.id'), some))
      .where(eb.and(conditions))
      .execute()
    const passed = new Set(rows.map(({ id }) => id))
    found.push(...some.filter((id) => passed.has(id)))
  }
  return found.slice(from, from + size)
}
