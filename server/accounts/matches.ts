import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database/database.ts'
import { type Slice, slicesOf } from '../database/slices.ts'
import type { Tables } from '../database/tables.ts'
import { cacheTotal } from '../database/totals.ts'
import { among, type Found, foundAmong, collectLimit } from '../database/lists/finding.ts'
import { hasPairs, pairsOf, pairsOfAnyCase } from '../database/lists/pairs.ts'
import type { Matches } from '../database/lists/ranked.ts'
import { containsAnyCase, searched } from '../database/lists/search.ts'
import { containsIndexed, hasTrigrams } from '../database/lists/trigrams.ts'
import { findAmong, findUnindexed } from '../database/lists/unindexed.ts'
import { matching, unindexed } from './matching.ts'

const eb = expressionBuilder<Tables, 'account'>()

/** How many accounts are checked one by one before yielding to other work. */
const BATCH_SIZE = 10_000
/** The same where the accounts of one group are checked. */
const GROUP_BATCH_SIZE = 50_000
/** How many rows are requested of the index of letter pairs. */
const MAX_PAIR_MATCHES = 20_000

/** Which group's accounts are searched, and when. */
export type Around = { group: number | undefined; now: number }
type Condition = Expression<SqlBool>

/** Finds the matches, and counts them up to the end of a page. */
export async function findMatches(
  db: Database,
  query: Schema<'AccountView'>,
  around: Around,
  shown: number,
): Promise<Matches> {
  const search = searched(query.search)
  const [slow] = unindexed(query.filter ?? {}, around.now)
  const filters = matching({ filter: query.filter }, around)
  if (search === '' && slow === undefined) {
    const count = async () => {
      const { total } = await db
        .selectFrom('account')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where(eb.and(filters))
        .executeTakeFirstOrThrow()
      return total
    }
    const name = JSON.stringify(['accounts', around.group, query.filter, secondOf(around.now)])
    const from = ['account', 'user', 'ban'] as const
    return { total: await cacheTotal(db, { name, from }, count), more: false, conditions: filters }
  }
  const most = collectLimit({ page: 1, pageSize: shown })
  const { ids, more } = slow
    ? await findAmong(db, 'account', await findUnindexed(db, 'account', slow), {
        filters: [...filters, ...matching({ search }, around)],
        most,
      })
    : await findAccounts(db, search, { filters, most, isFew: around.group !== undefined })
  return {
    total: ids.length,
    more,
    // A text that nearly every account contains is found quickly by walking the order.
    conditions: more
      ? [...filters, ...matching({ search }, around)]
      : [among(db, eb.ref('account.id'), ids)],
  }
}

/** How many accounts match; `more` where a search found more than it counted. */
export async function countAccounts(
  db: Database,
  query: Schema<'AccountView'>,
  around: Around,
): Promise<{ total: number; more: boolean }> {
  const { total, more } = await findMatches(db, query, around, 1)
  return { total, more }
}

/** Passing time alone changes which accounts are over and which end soon. */
const secondOf = (now: number) => Math.floor(now / 1_000)

type Wanted = { filters: readonly Condition[]; most: number }

/** The accounts whose password, port or owner's address contains a text. */
async function findAccounts(
  db: Database,
  text: string,
  { filters, most, isFew }: Wanted & { isFew: boolean },
): Promise<Found> {
  if (hasTrigrams(db, text)) return foundAmong(await byTrigrams(db, text, { filters, most }), most)
  // The index names accounts of all groups; most would have to be filtered out for one group.
  const pairs = !isFew && hasPairs(db, text)
  const ids = new Set<number>()
  const conditions = [...filters, ...matching({ search: text }, { group: undefined, now: 0 })]
  const size = pairs ? MAX_PAIR_MATCHES : isFew ? GROUP_BATCH_SIZE : BATCH_SIZE
  for await (const slice of slicesOf(db, 'account', size)) {
    const rows = pairs
      ? await byPairs(db, 'account', pairsOf(text), { filters, most, slice })
      : await db
          .selectFrom('account')
          .select('account.id')
          .where('account.id', '>=', slice.from)
          .where('account.id', '<=', slice.to)
          .where(eb.and(conditions))
          .limit(most)
          .execute()
    for (const { id } of rows) ids.add(id)
    if (ids.size >= most) return foundAmong(ids, most)
  }
  if (!pairs) return foundAmong(ids, most)
  const address = `email : ${pairsOfAnyCase(text)}`
  for await (const slice of slicesOf(db, 'user', MAX_PAIR_MATCHES)) {
    const owned = [...filters, ownedBy(text)]
    for (const { id } of await byPairs(db, 'user', address, { filters: owned, most, slice }))
      ids.add(id)
    if (ids.size >= most) break
  }
  return foundAmong(ids, most)
}

/** Whether the address of an account's owner contains a text, looked at owner by owner. */
const ownedBy = (text: string) =>
  eb.exists(
    eb
      .selectFrom('user')
      .select('user.id')
      .whereRef('user.id', '=', 'account.userId')
      .where(({ ref }) => containsAnyCase(ref('user.email'), text)),
  )

/** The accounts PostgreSQL's trigrams find; each condition by itself, or no index serves it. */
async function byTrigrams(
  db: Database,
  text: string,
  { filters, most }: Wanted,
): Promise<number[]> {
  const port = sql<string>`cast(${eb.ref('account.port')} as text)`
  const owners = eb
    .selectFrom('user')
    .select('user.id')
    .where(({ ref }) => containsAnyCase(ref('user.email'), text))
  const found = (condition: Condition) =>
    db
      .selectFrom('account')
      .select('account.id')
      .where(eb.and([...filters, condition]))
      .limit(most)
      .execute()
  const rows = [
    await found(containsIndexed(eb.ref('account.password'), text)),
    /^\d+$/.test(text) ? await found(containsIndexed(port, text)) : [],
    await found(eb('account.userId', 'in', owners)),
  ]
  return rows.flat().map(({ id }) => id)
}

/** The accounts the index of letter pairs finds, by their own text or by their owners'. */
function byPairs(
  db: Database,
  of: 'account' | 'user',
  phrase: string,
  { filters, most, slice }: Wanted & { slice: Slice },
): Promise<{ id: number }[]> {
  const index = sql.raw(`"${of}Pairs"`)
  const column = sql.raw(of === 'account' ? '"account"."id"' : '"account"."userId"')
  // SQLite evaluates a cross join from left to right and stops when it has enough.
  return db
    .selectFrom(sql<{ rowid: number }>`${index}`.as('pairs'))
    .crossJoin('account')
    .select('account.id')
    .where(sql<SqlBool>`"pairs".${index} match ${phrase}`)
    .where('pairs.rowid', '>=', slice.from)
    .where('pairs.rowid', '<=', slice.to)
    .where(sql<SqlBool>`${column} = "pairs"."rowid"`)
    .where(eb.and(filters))
    .limit(most)
    .execute()
}
