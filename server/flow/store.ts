import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { FlowTableName } from './slots.ts'
import { dealt, stretchesOf } from './source.ts'

/** Whose traffic a chart shows: of a whole server, or of an account on it; 0 is every server. */
type Shown = { serverId: number; accountId?: number }

/** Bytes an account's row sums up to; a plain number in both databases. */
export const bytes = sql<number>`cast(sum("up" + "down") as bigint)`

/** A server's traffic, or an account's on it, in the slots between borders. */
export async function selectChart(
  db: Database,
  { serverId, accountId }: Shown,
  { borders, table }: { borders: readonly number[]; table: FlowTableName },
): Promise<number[]> {
  const { origin, grain } = stretchesOf(borders)
  const stretch = sql<number>`cast(("bucket" - ${origin}) / ${grain} as bigint)`
  const span = { from: Math.min(...borders), to: Math.max(...borders) }
  const rows =
    accountId === undefined
      ? await db
          .selectFrom('serverFlow')
          .select([stretch.as('stretch'), bytes.as('bytes')])
          .where('serverId', '=', serverId)
          .where('bucket', '>=', span.from)
          .where('bucket', '<', span.to)
          .groupBy('stretch')
          .execute()
      : await db
          .selectFrom(table)
          .select([stretch.as('stretch'), bytes.as('bytes')])
          .where('accountId', '=', accountId)
          .where('bucket', '>=', span.from)
          .where('bucket', '<', span.to)
          .$if(serverId !== 0, (query) => query.where('serverId', '=', serverId))
          .groupBy('stretch')
          .execute()
  return dealt(
    borders,
    rows.map((row) => ({ time: origin + row.stretch * grain, bytes: row.bytes })),
  )
}
