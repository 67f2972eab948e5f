import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** How many customers of a group, or of all, signed up in a time; `to` is not included. */
export async function countNew(
  db: Database,
  { from, to, group }: { from: number; to: number; group: number | undefined },
): Promise<number> {
  const { count } = await newIn(db, { from, to })
    .$if(group !== undefined, (people) => people.where('groupId', '=', group!))
    .executeTakeFirstOrThrow()
  return count
}

/** The same group by group; those without any are left out. */
export async function countNewByGroup(
  db: Database,
  span: { from: number; to: number },
): Promise<Map<number, number>> {
  const rows = await newIn(db, span).select('groupId').groupBy('groupId').execute()
  return new Map(rows.map(({ groupId, count }) => [groupId, count]))
}

/** From an index of time and group. */
const newIn = (db: Database, { from, to }: { from: number; to: number }) =>
  db
    .selectFrom('user')
    .select(sql<number>`count(*)`.as('count'))
    .where('type', '=', 'normal')
    .where('createTime', '>=', from)
    .where('createTime', '<', to)
