import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { GONE } from '../quota/quota.ts'
import type { FlowTableName } from '../flow/slots.ts'
import { sumsBySlot, stretchesOf } from '../flow/source.ts'

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
  return sumsBySlot(
    borders,
    rows.map((row) => ({ time: origin + row.stretch * grain, bytes: row.bytes })),
  )
}

/** An account's traffic in the slots between borders, each server's apart, with its scale. */
export async function selectChartsByServer(
  db: Database,
  { serverId, accountId }: Required<Shown>,
  { borders, table }: { borders: readonly number[]; table: FlowTableName },
): Promise<{ slots: number[]; scale: number }[]> {
  const { origin, grain } = stretchesOf(borders)
  const stretch = sql<number>`cast(("bucket" - ${origin}) / ${grain} as bigint)`
  const rows = await db
    .selectFrom(table)
    .leftJoin('server', 'server.id', `${table}.serverId`)
    .select(['serverId', 'server.scale', stretch.as('stretch'), bytes.as('bytes')])
    .where('accountId', '=', accountId)
    .where('bucket', '>=', Math.min(...borders))
    .where('bucket', '<', Math.max(...borders))
    .$if(serverId !== 0, (query) => query.where('serverId', '=', serverId))
    .groupBy(['serverId', 'server.scale', 'stretch'])
    .execute()
  return [...Map.groupBy(rows, (row) => row.serverId).values()].map((own) => ({
    scale: own[0]?.scale ?? GONE,
    slots: sumsBySlot(
      borders,
      own.map((row) => ({ time: origin + row.stretch * grain, bytes: row.bytes })),
    ),
  }))
}
