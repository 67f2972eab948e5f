import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Database } from '../../database/database.ts'
import { type Slice, slicesOf } from '../../database/slices.ts'
import type { Tables } from '../../database/tables.ts'
import { type Found, foundAmong } from '../../database/lists/finding.ts'
import { hasPairs, pairsOfAnyCase } from '../../database/lists/pairs.ts'
import { containsAnyCase } from '../../database/lists/search.ts'
import { ALL_ROWS, hasTrigrams } from '../../database/lists/trigrams.ts'

/** How many people are checked one by one before yielding to other work. */
const BATCH_SIZE = 10_000
/** How many rows are requested of the index of letter pairs. */
const MAX_PAIR_MATCHES = 20_000

const eb = expressionBuilder<Tables, 'user'>()

/** Whether a person's name or the comment on them contains a text, case-insensitive. */
export function named(text: string): Expression<SqlBool> {
  return eb.or([
    containsAnyCase(eb.ref('user.username'), text),
    containsAnyCase(eb.ref('user.comment'), text),
  ])
}

type Wanted = {
  filters: readonly Expression<SqlBool>[]
  /** Whether the filters leave few people, as those of one group. */
  isFew: boolean
  most: number
}

/** The people, except the main admin, whose name or comment contains a text, up to so many. */
export async function findNamed(
  db: Database,
  text: string,
  { filters, isFew, most }: Wanted,
): Promise<Found> {
  const ids: number[] = []
  const matching = eb.and([...filters, eb('user.id', '<>', MAIN_ADMIN)])
  // The index names people of all groups; most would have to be filtered out for a few.
  if (!isFew && hasPairs(db, text)) {
    for await (const slice of slicesOf(db, 'user', MAX_PAIR_MATCHES)) {
      const rows = await byPairs(db, text, slice)
        .where(matching)
        .where(named(text))
        .limit(most - ids.length)
        .execute()
      ids.push(...rows.map(({ id }) => id))
      if (ids.length === most) break
    }
    return foundAmong(ids, most)
  }
  const size = hasTrigrams(db, text) ? ALL_ROWS : BATCH_SIZE
  for await (const { from, to } of slicesOf(db, 'user', size)) {
    const rows = await db
      .selectFrom('user')
      .select('user.id')
      .where('user.id', '>=', from)
      .where('user.id', '<=', to)
      .where(matching)
      .where(named(text))
      .limit(most - ids.length)
      .execute()
    ids.push(...rows.map(({ id }) => id))
    if (ids.length === most) break
  }
  return foundAmong(ids, most)
}

/** The people the index of letter pairs finds. */
function byPairs(db: Database, text: string, { from, to }: Slice) {
  const phrase = `{username comment} : ${pairsOfAnyCase(text)}`
  // A cross join is evaluated from left to right, and stops when it has enough.
  return db
    .selectFrom(sql<{ rowid: number }>`"userPairs"`.as('pairs'))
    .crossJoin('user')
    .select('user.id')
    .where(sql<SqlBool>`"pairs"."userPairs" match ${phrase}`)
    .where('pairs.rowid', '>=', from)
    .where('pairs.rowid', '<=', to)
    .where(sql<SqlBool>`"user"."id" = "pairs"."rowid"`)
}
