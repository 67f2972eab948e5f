import { PERIOD } from '../../src/rules/account.ts'
import type { Database } from '../../server/database/database.ts'

type Ends = Map<number, number | null>

/** When each account ends, by its id. */
export async function endsOf(db: Database): Promise<Ends> {
  const rows = await db.selectFrom('account').select(['id', 'expireTime']).execute()
  return new Map(rows.map(({ id, expireTime }) => [id, expireTime]))
}

/** When each account must end after all that was delivered, computed from the history alone. */
export async function replayedEnds(db: Database, starts: Ends): Promise<Ends> {
  const ends = new Map(starts)
  const rows = await db
    .selectFrom('orderEvent')
    .innerJoin('placedOrder', 'placedOrder.id', 'orderEvent.placedOrderId')
    .select(['kind', 'accountId', 'terms', 'refTime', 'event', 'detail', 'orderEvent.time'])
    .where('event', 'in', ['delivered', 'shortened'])
    .orderBy('orderEvent.id')
    .execute()
  for (const { kind, accountId, terms, refTime, event, detail, time } of rows) {
    const before = ends.get(accountId ?? 0) ?? 0
    if (event === 'shortened') {
      const [from, to] = (detail ?? '').split(' ').map(Number)
      ends.set(accountId ?? 0, before - (from! - to!))
      continue
    }
    const sold = terms === null ? {} : JSON.parse(terms)
    const bought = (PERIOD[sold.type] ?? 0) * (sold.cycle ?? 0)
    const added = kind === 'refOrder' ? (refTime ?? 0) : bought
    if (added > 0) ends.set(accountId ?? 0, Math.max(before, time) + added)
  }
  return ends
}
