import { setImmediate } from 'node:timers/promises'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Database } from '../database.ts'
import { among, MAX_COUNTED } from './finding.ts'
import { idsOf } from './unindexed.ts'

/** Every row in ascending order, and the place of each; `rest` have nothing to be sorted by. */
export type Ranking = {
  ids: readonly number[]
  place: ReadonlyMap<number, number>
  rest?: readonly number[]
}

/** What a list matches: how many, `more` where counting stopped early. */
export type Matches = { total: number; more: boolean; conditions: readonly Expression<SqlBool>[] }

/** How many rows of an order are checked at a time. */
const BATCH_SIZE = 1_000

/**
 * Pages through an order without an index. What was added after the ranking, or has nothing to be
 * sorted by, comes last either way.
 */
export async function cutRanked(
  db: Database,
  table: 'account' | 'user',
  { conditions, total, more }: Matches,
  { ids, place, rest = [] }: Ranking,
  { down, from, size }: { down: boolean; from: number; size: number },
): Promise<number[]> {
  const matching = idsOf(db, table).where((eb) => eb.and(conditions))
  if (!more && total <= MAX_COUNTED) {
    const matches = await matching.execute()
    const ranked = matches.map(({ id }) => ({ id, at: place.get(id) ?? (down ? -1 : ids.length) }))
    ranked.sort((a, b) => (down ? b.at - a.at : a.at - b.at) || b.id - a.id)
    return ranked.slice(from, from + size).map(({ id }) => id)
  }
  // With so many matches, walking the order soon fills a page.
  const order = [...(down ? ids.toReversed() : ids), ...rest]
  const found: number[] = []
  for (let at = 0; at < order.length && found.length < from + size; at += BATCH_SIZE) {
    if (at > 0) await setImmediate()
    const some = order.slice(at, at + BATCH_SIZE)
    const rows = await matching.where(among(db, sql.ref(`${table}.id`), some)).execute()
    const passed = new Set(rows.map(({ id }) => id))
    found.push(...some.filter((id) => passed.has(id)))
  }
  return found.slice(from, from + size)
}
