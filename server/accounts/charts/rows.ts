import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type FlowSource, MID_MONTH_MS } from '../flow/slots.ts'

/** Whose traffic: of a whole server, or of an account on it; 0 is every server. */
export type Shown = { serverId: number; accountId?: number }

/** When and where: `from` is included, `to` is not. */
export type Span = { table: FlowSource; from: number; to: number }

/**
 * The rows of an account in a span, as something to select from. A month is a row at a moment in its
 * middle: its start is in another month elsewhere. What of a month is still there in days is not in
 * its row.
 */
export function accountRows(
  db: Database,
  { serverId, accountId }: Required<Shown>,
  { table, from, to }: Span,
) {
  const days = db
    .selectFrom(table === 'flowMonth' ? 'flowDay' : table)
    .select(['serverId', 'bucket', 'up', 'down'])
    .where('accountId', '=', accountId)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
    .$if(serverId !== 0, (query) => query.where('serverId', '=', serverId))
  if (table !== 'flowMonth') return days.as('flow')
  const months = db
    .selectFrom('flowMonth')
    .select(['serverId', inside, 'up', 'down'])
    .where('accountId', '=', accountId)
    .where('bucket', '>=', from - MID_MONTH_MS)
    .where('bucket', '<', to - MID_MONTH_MS)
    .$if(serverId !== 0, (query) => query.where('serverId', '=', serverId))
  return days.unionAll(months).as('flow')
}

/** The same of a server as a whole, whose rows are of five minutes. */
export function serverRows(db: Database, serverId: number, { table, from, to }: Span) {
  const slots = db
    .selectFrom('serverFlow')
    .select(['bucket', 'up', 'down'])
    .where('serverId', '=', serverId)
    .where('bucket', '>=', from)
    .where('bucket', '<', to)
  if (table !== 'flowMonth') return slots.as('flow')
  const months = db
    .selectFrom('serverFlowMonth')
    .select([inside, 'up', 'down'])
    .where('serverId', '=', serverId)
    .where('bucket', '>=', from - MID_MONTH_MS)
    .where('bucket', '<', to - MID_MONTH_MS)
  return slots.unionAll(months).as('flow')
}

const inside = sql<number>`"bucket" + ${sql.lit(MID_MONTH_MS)}`.as('bucket')
