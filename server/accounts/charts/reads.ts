import { startOfDay, startOfMonth, startOfWeek } from '#rules/calendar.ts'
import type { StoredAccount } from '../store.ts'
import { selectTraffic } from '../quota/traffic.ts'
import type { World } from '../../http/world.ts'
import { GONE, quotaOf, usedOn } from '../quota/quota.ts'
import { type ChartQuery, chartBorders, pieBorders, zoneOf } from '../flow/slots.ts'
import { longSourceOf, sourceOf } from '../flow/source.ts'
import { bytes, selectChart, selectChartsByServer } from './store.ts'

type Reader = Pick<World, 'db' | 'now' | 'config'>

/** The requested chart, of a server or of an account on it: raw bytes per slot. */
export async function readChart(
  { db, now, config }: Reader,
  shown: { serverId: number; accountId?: number },
  query: ChartQuery,
): Promise<number[]> {
  const zone = zoneOf(query.tz, config.timeZone)
  const borders = chartBorders(query, now(), zone)
  if (borders.length < 2) return []
  const table = longSourceOf(borders, { now: now(), homeZone: config.timeZone, zone })
  return selectChart(db, shown, { borders, table })
}

/** The same for a customer: charged bytes per slot, server by server. */
export async function readChargedChart(
  { db, now, config }: Reader,
  shown: { serverId: number; accountId: number },
  query: ChartQuery,
): Promise<number[]> {
  const zone = zoneOf(query.tz, config.timeZone)
  const borders = chartBorders(query, now(), zone)
  if (borders.length < 2) return []
  const table = longSourceOf(borders, { now: now(), homeZone: config.timeZone, zone })
  const charts = await selectChartsByServer(db, shown, { borders, table })
  return borders
    .slice(1)
    .map((_border, at) =>
      charts.reduce((sum, { slots, scale }) => sum + Math.ceil((slots[at] ?? 0) * scale), 0),
    )
}

/** The same as `pieSpan`, or the months before what is kept in days. */
export function longPieSpan({ now, config }: Reader, query: ChartQuery) {
  const zone = zoneOf(query.tz, config.timeZone)
  const [from = 0, to = 0] = pieBorders(query, now(), zone)
  const table = longSourceOf([from, to], { now: now(), homeZone: config.timeZone, zone })
  return { table, from, to }
}

/** Where the rows of a pie are, and the time range. */
export function pieSpan({ now, config }: Reader, query: ChartQuery) {
  const [from = 0, to = 0] = pieBorders(query, now(), zoneOf(query.tz, config.timeZone))
  return { table: sourceOf([from, to], { now: now(), homeZone: config.timeZone }), from, to }
}

/** Charged bytes of the current cycle that count against the quota of a server. */
export async function readCycle(
  { db, now }: Reader,
  account: StoredAccount,
  serverId: number,
): Promise<number> {
  const traffic = await selectTraffic(db, [account.id], now())
  return usedOn(quotaOf(account, traffic(account.id), now()), serverId)
}

/** Charged bytes of a person's accounts today, this week and this month. */
export async function readUsage(
  { db, now, config }: Reader,
  userId: number,
  tz: string | undefined,
): Promise<number[]> {
  const zone = zoneOf(tz, config.timeZone)
  const starts = [startOfDay, startOfWeek, startOfMonth].map((start) => start(now(), zone))
  const borders = [...new Set(starts)].sort((a, b) => a - b)
  const [from = 0] = borders
  const table = sourceOf(borders, { now: now(), homeZone: config.timeZone })
  const rows = await db
    .selectFrom(table)
    .innerJoin('account', 'account.id', `${table}.accountId`)
    .leftJoin('server', 'server.id', `${table}.serverId`)
    .select(['bucket', 'serverId', 'server.scale', bytes.as('bytes')])
    .where('account.userId', '=', userId)
    .where('bucket', '>=', from)
    .groupBy(['bucket', 'serverId', 'server.scale'])
    .execute()
  const byServer = [...Map.groupBy(rows, ({ serverId }) => serverId).values()]
  return starts.map((start) =>
    byServer.reduce((sum, ofServer) => {
      const since = ofServer.filter(({ bucket }) => bucket >= start)
      const raw = since.reduce((all, row) => all + row.bytes, 0)
      return sum + Math.ceil(raw * (since[0]?.scale ?? GONE))
    }, 0),
  )
}
