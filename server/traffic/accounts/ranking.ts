import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import type { Ranking } from '../../database/lists/ranked.ts'
import { usedBytes } from './matching.ts'

/** Sort keys of accounts that have no index. */
export type RankedBy = 'used' | 'seen'

/** How many accounts are checked before yielding to other work. */
const BATCH_SIZE = 2_500

/**
 * All accounts by what they have used in their cycle, or by when they last connected; in a large
 * shop up to 90 s old. Ties: the older account first.
 */
export function rankAccounts(db: Database, by: RankedBy, now: number): Promise<Ranking> {
  return remember(db, `accounts by ${by}`, async () => {
    const rows: { id: number; value: number | null }[] = []
    let slices = 0
    for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
      const some = await db
        .selectFrom('account')
        .select('account.id')
        .select((by === 'used' ? usedBytes(now) : lastSeen).as('value'))
        .where('account.id', '>=', from)
        .where('account.id', '<=', to)
        .execute()
      for (const row of some) rows.push(row)
      slices += 1
    }
    rows.sort((a, b) => Number(a.value ?? 0) - Number(b.value ?? 0) || a.id - b.id)
    const ids = rows.map(({ id }) => id)
    return { value: { ids, place: new Map(ids.map((id, at) => [id, at])) }, slices }
  })
}

const lastSeen = sql<number | null>`(select max("usage"."lastSeen") from "usage"
  where "usage"."accountId" = "account"."id")`
