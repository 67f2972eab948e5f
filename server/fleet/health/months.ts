import { sql } from 'kysely'
import { startOfMonth } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'

/** Bytes each server carried in the calendar month of a moment, both ways. */
export async function selectMonth(
  db: Database,
  now: number,
  timeZone: string,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('serverFlow')
    .select(['serverId', sql<number>`cast(sum("up" + "down") as bigint)`.as('bytes')])
    .where('bucket', '>=', startOfMonth(now, timeZone))
    .groupBy('serverId')
    .execute()
  return new Map(rows.map(({ serverId, bytes }) => [serverId, bytes]))
}

/** Bytes each machine carried in the calendar month of a moment, whichever servers it had then. */
export async function selectNodeMonth(
  db: Database,
  now: number,
  timeZone: string,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('nodeFlow')
    .select(['nodeId', sql<number>`cast(sum("up" + "down") as bigint)`.as('bytes')])
    .where('bucket', '>=', startOfMonth(now, timeZone))
    .groupBy('nodeId')
    .execute()
  return new Map(rows.map(({ nodeId, bytes }) => [nodeId, bytes]))
}

/** What each node may carry in a month, where somebody said. */
export async function selectMonthLimits(db: Database): Promise<Map<number, number>> {
  const rows = await db.selectFrom('node').select(['id', 'trafficLimit']).execute()
  return new Map(rows.flatMap(({ id, trafficLimit }) => (trafficLimit ? [[id, trafficLimit]] : [])))
}
