import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { byName } from '../database/lists/byName.ts'
import { remember, slicesOf } from '../database/slices.ts'
import type { Ranking } from '../database/lists/ranked.ts'
import { usedBytes } from './matching.ts'

/** Sort keys of accounts that have no index. */
export type RankedBy = 'used' | 'seen' | 'user' | 'plan'

/** How many rows are checked before yielding to other work. */
const BATCH_SIZE = 2_500

/**
 * All accounts by what they have used in their cycle, by when they last connected, or by the name
 * of their user or plan; in a large shop up to 90 s old. Ties: the older account first. Those
 * without a user, or without a plan, have nothing to be sorted by.
 */
export function rankAccounts(db: Database, by: RankedBy, now: number): Promise<Ranking> {
  return remember(db, `accounts by ${by}`, async () => {
    const places =
      by === 'user' ? await placesOfUsers(db) : by === 'plan' ? await placesOfPlans(db) : undefined
    const value = {
      used: usedBytes(now),
      seen: lastSeen,
      user: sql<number | null>`"account"."userId"`,
      plan: sql<number | null>`"account"."orderId"`,
    }[by]
    const ranked: { id: number; at: number }[] = []
    const rest: number[] = []
    let slices = 0
    for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
      const rows = await db
        .selectFrom('account')
        .select(['account.id', value.as('value')])
        .where('account.id', '>=', from)
        .where('account.id', '<=', to)
        .execute()
      for (const { id, value: found } of rows) {
        const at = places ? places.get(Number(found)) : Number(found ?? 0)
        if (at === undefined) rest.push(id)
        else ranked.push({ id, at })
      }
      slices += 1
    }
    ranked.sort((a, b) => a.at - b.at || a.id - b.id)
    const ids = ranked.map(({ id }) => id)
    const place = new Map(ids.map((id, at) => [id, at]))
    return { value: { ids, place, rest: rest.toReversed() }, slices }
  })
}

const lastSeen = sql<number | null>`(select max("usage"."lastSeen") from "usage"
  where "usage"."accountId" = "account"."id")`

/** The place of each person by name, from the index of names, so many at a time. */
async function placesOfUsers(db: Database): Promise<Map<number, number>> {
  const places = new Map<number, number>()
  for (let after = ''; ; await setImmediate()) {
    const rows = await db
      .selectFrom('user')
      .select(['id', 'username'])
      .where('username', '>', after)
      .orderBy('username')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id } of rows) places.set(id, places.size)
    if (rows.length < BATCH_SIZE) return places
    after = rows.at(-1)?.username ?? ''
  }
}

/** The place of each plan by name, as their own list has them. */
async function placesOfPlans(db: Database): Promise<Map<number, number>> {
  const plans = await db.selectFrom('plan').select(['id', 'name']).execute()
  const rows = plans.toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)
  return new Map(rows.map(({ id }, at) => [id, at]))
}
