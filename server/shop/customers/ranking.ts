import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Ranking } from '../../database/lists/ranked.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import { selectPaid } from './paid.ts'
import { isShown, type State, stateAt, STATES } from './standing.ts'

/** What people are sorted by that no index holds. */
export type RankedBy = 'paid' | 'expire' | 'state'

type Ranked = { id: number; keys: readonly number[] }

/** How many people are looked at before yielding to other work. */
const BATCH_SIZE = 500

/**
 * All people by what they paid, or by the end or state of the account their row shows; in a large
 * shop up to 90 s old. Ties: the older person first. Who has paid nothing, or has no account, is
 * among the rest.
 */
export function rankUsers(db: Database, by: RankedBy, now: number): Promise<Ranking> {
  return remember(db, `users by ${by}`, async () => {
    const rows: Ranked[] = []
    const rest: number[] = []
    let slices = 0
    for await (const { from, to } of slicesOf(db, 'user', BATCH_SIZE)) {
      const people = await db
        .selectFrom('user')
        .select('id')
        .where('id', '>=', from)
        .where('id', '<=', to)
        .execute()
      const ids = people.map(({ id }) => id)
      const keysOf = by === 'paid' ? await paidKeys(db, ids) : await accountKeys(db, by, ids, now)
      for (const id of ids) {
        const keys = keysOf(id)
        if (keys) rows.push({ id, keys })
        else rest.push(id)
      }
      slices += 1
    }
    rows.sort((a, b) => compare(a.keys, b.keys) || a.id - b.id)
    const ids = rows.map(({ id }) => id)
    const place = new Map(ids.map((id, at) => [id, at]))
    return { value: { ids, place, rest: rest.toReversed() }, slices }
  })
}

/** Currencies are never added: by yuan, then by dollars. */
async function paidKeys(db: Database, ids: readonly number[]) {
  const paidBy = await selectPaid(db, ids)
  return (id: number) => {
    const sums = paidBy(id)
    const centsIn = (wanted: string) =>
      sums.find(({ currency }) => currency === wanted)?.amount ?? 0
    return sums.length > 0 ? [centsIn('CNY'), centsIn('USD')] : undefined
  }
}

async function accountKeys(
  db: Database,
  by: 'expire' | 'state',
  ids: readonly number[],
  now: number,
) {
  const rows = await db
    .selectFrom('account')
    .select(['userId', 'expireTime'])
    .select(sql<State | null>`${by === 'state' ? stateAt(now) : sql`null`}`.as('state'))
    .where('userId', 'in', ids)
    .where(isShown)
    .execute()
  const keys = new Map(
    rows.map(({ userId, expireTime, state }) => [
      userId,
      [state === null ? Number(expireTime ?? Infinity) : STATES.indexOf(state)],
    ]),
  )
  return (id: number) => keys.get(id)
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, index) => key !== b[index])
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
}
