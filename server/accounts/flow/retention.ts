import { setImmediate as others } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Database, inTransaction } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { Tables } from '../../database/tables.ts'
import { foldDays, foldServers } from './folding.ts'
import { rowByRow } from './partitions.ts'
import { RETENTION_MS } from './slots.ts'

// Small slices leave room for other work in between.
const BATCH_SIZE = 1_000
const MONTH_MS = 31 * 86_400_000
/** The most of `historyMonths`. */
const MAX_MONTHS = 27

/** When it is now, ms, and the zone whose days and months are kept. */
type When = { now: number; timeZone: string }

/**
 * Deletes traffic past its retention, in slices; returns how many rows were deleted. Days of
 * accounts and what servers carried are added to months. What accounts carried before the months that
 * the site stores (`historyMonths`) goes for good, days of nobody's (account 0) as well. The rest of what is in a partition of its
 * time goes with it (`keepPartitions`).
 */
export async function removeOldFlow(db: Kysely<Tables>, { now, timeZone }: When): Promise<number> {
  let total = 0
  for (const table of ['flow5min', 'flowHour'] as const) {
    const before = now - RETENTION_MS[table]
    for (const part of await rowByRow(db, table, before))
      total += await inSlices(() => removeSlice(db, part, before))
  }
  const { historyMonths } = await findSetting(db, 'account')
  // Longer than anything is, unless the site says less.
  const history = now - (historyMonths ?? MAX_MONTHS) * MONTH_MS
  for (const part of await rowByRow(db, 'flowDay', history))
    total += await inSlices(() => removeSlice(db, part, history))
  const days = now - RETENTION_MS.flowDay
  for (const part of await rowByRow(db, 'flowDay', days))
    total += await inSlices(() => foldSlice(db, part, { before: days, timeZone }))
  total += await inSlices(() => removeNodeSlice(db, now - RETENTION_MS.nodeFlow))
  total += await removeServerFlow(db, { before: now - RETENTION_MS.serverFlow, timeZone })
  const months = now - RETENTION_MS.flowMonth
  // A month goes once all of it is past.
  const oldest = Math.max(months, history - MONTH_MS)
  total += await inSlices(() => removeSlice(db, 'flowMonth', oldest))
  // There are few: a row for each server and month.
  const { numDeletedRows } = await db
    .deleteFrom('serverFlowMonth')
    .where('bucket', '<', months)
    .executeTakeFirstOrThrow()
  return total + Number(numDeletedRows)
}

type Before = { before: number; timeZone: string }

async function removeServerFlow(db: Kysely<Tables>, { before, timeZone }: Before): Promise<number> {
  let total = 0
  for (const part of await rowByRow(db, 'serverFlow', before))
    for (
      let id = await nextServer(db, part, -1);
      id !== null;
      id = await nextServer(db, part, id)
    ) {
      const serverId = id
      total += await inSlices(() => foldServerSlice(db, part, { serverId, before, timeZone }))
    }
  return total
}

async function inSlices(remove: () => Promise<number>): Promise<number> {
  let total = 0
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE;) {
    removed = await remove()
    total += removed
    await others()
  }
  return total
}

async function removeSlice(db: Database, table: string, before: number): Promise<number> {
  const { numAffectedRows } = await oldSlice(table, before).execute(db)
  return Number(numAffectedRows ?? 0)
}

const oldSlice = (table: string, before: number) => sql`delete from ${sql.table(table)}
  where ("accountId", "bucket", "serverId") in (
    select "accountId", "bucket", "serverId" from ${sql.table(table)}
    where "bucket" < ${before} order by "bucket" limit ${sql.lit(BATCH_SIZE)})`

function foldSlice(db: Kysely<Tables>, table: string, { before, timeZone }: Before) {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Tables['flowDay']>`
      ${oldSlice(table, before)} returning *`.execute(tx)
    await foldDays(tx, rows, timeZone)
    return rows.length
  })
}

function foldServerSlice(
  db: Kysely<Tables>,
  table: string,
  { serverId, before, timeZone }: Before & { serverId: number },
) {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Tables['serverFlow']>`delete from ${sql.table(table)}
      where "serverId" = ${serverId} and "bucket" in (
        select "bucket" from ${sql.table(table)}
        where "serverId" = ${serverId} and "bucket" < ${before}
        order by "bucket" limit ${sql.lit(BATCH_SIZE)})
      returning *`.execute(tx)
    await foldServers(tx, rows, timeZone)
    return rows.length
  })
}

// There are few: a row for each machine and slot.
async function removeNodeSlice(db: Kysely<Tables>, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from "nodeFlow"
    where ("nodeId", "bucket") in (
      select "nodeId", "bucket" from "nodeFlow"
      where "bucket" < ${before} limit ${sql.lit(BATCH_SIZE)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The server with the next higher id that has traffic: a hop along the key, not a scan. */
async function nextServer(db: Database, table: string, after: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select min("serverId") as id from ${sql.table(table)} where "serverId" > ${after}`.execute(db)
  return rows[0]?.id ?? null
}
