import { countedOf } from '../facts.ts'
import type { Database } from '../../database/database.ts'
import { holdOldDays } from '../flow/folding.ts'
import { RETENTION_MS, STEP, slotStart } from '../flow/slots.ts'

type Counted = Parameters<typeof countedOf>[0]

/** Since when an account's traffic counts in its cycle; 0 for one without an end. */
export function cycleFromOf(account: Counted, now: number): number {
  return countedOf(account, now)?.from ?? 0
}

/**
 * Recomputes what an account has used in its cycle, from the tables of traffic. Requires a
 * transaction, after any change of an account's type, start or number of cycles.
 */
export async function recountUsage(tx: Database, accountId: number, now: number): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['type', 'cycleStart', 'cycles', 'flow', 'active', 'usageFrom', 'expireTime'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return
  const cycleFrom = cycleFromOf(account, now)
  const counted = await tx
    .selectFrom('usage')
    .select(['serverId', 'cycleFrom', 'bytes'])
    .where('accountId', '=', accountId)
    .execute()
  // A count from an earlier moment on is exact, and no less than one from a later moment on.
  const most = new Map(
    counted
      .filter((row) => row.cycleFrom <= cycleFrom)
      .map(({ serverId, bytes }) => [serverId, bytes]),
  )
  // That of this very cycle stays, as part of its traffic may not be stored any more.
  const exact = new Map(
    counted
      .filter((row) => row.cycleFrom === cycleFrom)
      .map(({ serverId, bytes }) => [serverId, bytes]),
  )
  await tx
    .updateTable('usage')
    .set({ cycleFrom, bytes: 0 })
    .where('accountId', '=', accountId)
    .where('cycleFrom', '!=', cycleFrom)
    .execute()
  for (const sum of await selectSince(tx, accountId, cycleFrom, now)) {
    const { serverId, lastSeen } = sum
    const bytes = exact.get(serverId) ?? Math.min(sum.bytes, most.get(serverId) ?? sum.bytes)
    await tx
      .insertInto('usage')
      .values({ accountId, serverId, cycleFrom, bytes, lastSeen })
      .onConflict((conflict) => conflict.columns(['accountId', 'serverId']).doUpdateSet({ bytes }))
      .execute()
  }
}

/** Begins a new count of what an account uses, at the moment its cycle begins. */
export async function countFrom(tx: Database, accountId: number, from: number): Promise<void> {
  await tx
    .updateTable('usage')
    .set({ cycleFrom: from, bytes: 0 })
    .where('accountId', '=', accountId)
    .execute()
}

/** The sum of an account's traffic since a moment, by server: bytes, and its last slot. */
async function selectSince(tx: Database, accountId: number, from: number, now: number) {
  const sums = new Map<number, { serverId: number; bytes: number; lastSeen: number }>()
  if (from < now - RETENTION_MS.flowDay) await holdOldDays(tx, accountId, now)
  for (const { table, start, end } of pieces(from, now)) {
    const rows = await tx
      .selectFrom(table)
      .select(['serverId', 'bucket', 'up', 'down'])
      .where('accountId', '=', accountId)
      .where('bucket', '>=', start)
      .where('bucket', '<', end)
      .execute()
    for (const { serverId, bucket, up, down } of rows) {
      const sum = sums.getOrInsert(serverId, { serverId, bytes: 0, lastSeen: 0 })
      sum.bytes += up + down
      sum.lastSeen = Math.max(sum.lastSeen, bucket)
    }
  }
  return sums.values()
}

/** The tables to read, so that the first hour of a cycle is resolved as exactly as it is stored. */
function pieces(from: number, now: number) {
  const end = Number.MAX_SAFE_INTEGER
  // A month that began before it is left out: nobody is charged for what may be of another cycle.
  if (from < now - RETENTION_MS.flowDay)
    return (['flowDay', 'flowMonth'] as const).map((table) => ({ table, start: from, end }))
  if (from < now - RETENTION_MS.flowHour) return [{ table: 'flowDay' as const, start: from, end }]
  const hour = slotStart('flowHour', from)
  if (from === hour || from < now - RETENTION_MS.flow5min)
    return [{ table: 'flowHour' as const, start: hour, end }]
  const next = hour + STEP.flowHour
  return [
    { table: 'flow5min' as const, start: slotStart('flow5min', from), end: next },
    { table: 'flowHour' as const, start: next, end },
  ]
}
