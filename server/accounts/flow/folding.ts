import { startOfMonth } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { addFlow, addServerFlow } from './adding.ts'
import { RETENTION_MS } from './slots.ts'

type Row = Tables['flowDay']
type ServerRow = Tables['serverFlow']

/**
 * Adds days of accounts to their months. Requires the transaction that deletes those days, so that
 * each is counted once, whatever happens in between.
 *
 * `timeZone` is the zone whose days they are.
 */
export function foldDays(tx: Database, rows: readonly Row[], timeZone: string): Promise<void> {
  return addFlow(tx, 'flowMonth', byMonth(rows, timeZone))
}

/** The same for the five minutes of servers. */
export function foldServers(
  tx: Database,
  rows: readonly ServerRow[],
  timeZone: string,
): Promise<void> {
  return addServerFlow(tx, byMonth(rows, timeZone), 'serverFlowMonth')
}

/** From this age on days may be added to months, by a process whose clock may be ahead, ms. */
const OLD_MS = RETENTION_MS.flowDay - 86_400_000

/**
 * Keeps an account's old days from being added to months until the end of a transaction, so that what
 * is read in days is not read again in months.
 */
export async function holdOldDays(tx: Database, accountId: number, now: number): Promise<void> {
  await tx
    .updateTable('flowDay')
    .set((eb) => ({ up: eb.ref('up') }))
    .where('accountId', '=', accountId)
    .where('bucket', '<', now - OLD_MS)
    .execute()
}

/** One row for each month, in an order that is the same everywhere, so that two never deadlock. */
function byMonth<One extends ServerRow & { accountId?: number }>(
  rows: readonly One[],
  timeZone: string,
): One[] {
  const months = new Map<number, number>()
  const sums = new Map<string, One>()
  for (const row of rows) {
    const { accountId = 0, serverId, up, down } = row
    const bucket = months.getOrInsertComputed(row.bucket, (at) => startOfMonth(at, timeZone))
    const sum = sums.getOrInsertComputed(`${accountId} ${bucket} ${serverId}`, () => ({
      ...row,
      bucket,
      up: 0,
      down: 0,
    }))
    sum.up += up
    sum.down += down
  }
  return [...sums.values()].sort(
    (a, b) =>
      (a.accountId ?? 0) - (b.accountId ?? 0) || a.bucket - b.bucket || a.serverId - b.serverId,
  )
}
