import { setImmediate as others } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { rowByRow } from './partitions.ts'
import { RETENTION_MS } from './slots.ts'

// Small slices leave room for other work in between.
const BATCH_SIZE = 1_000
const TABLES = ['flow5min', 'flowHour', 'flowDay'] as const

/**
 * Deletes traffic past its retention, in slices; returns how many rows were deleted. What is in a
 * partition of its time goes with it (`keepPartitions`).
 */
export async function removeOldFlow(db: Kysely<Tables>, now: number): Promise<number> {
  let total = 0
  for (const table of TABLES)
    for (const part of await rowByRow(db, table))
      total += await inSlices(() => removeSlice(db, part, now - RETENTION_MS[table]))
  total += await inSlices(() => removeNodeSlice(db, now - RETENTION_MS.nodeFlow))
  for (const part of await rowByRow(db, 'serverFlow'))
    for (
      let id = await nextServer(db, part, -1);
      id !== null;
      id = await nextServer(db, part, id)
    ) {
      const serverId = id
      const before = now - RETENTION_MS.serverFlow
      total += await inSlices(() => removeServerSlice(db, part, { serverId, before }))
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
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where ("accountId", "bucket", "serverId") in (
      select "accountId", "bucket", "serverId" from ${sql.table(table)}
      where "bucket" < ${before} order by "bucket" limit ${sql.lit(BATCH_SIZE)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function removeServerSlice(
  db: Database,
  table: string,
  { serverId, before }: { serverId: number; before: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where "serverId" = ${serverId} and "bucket" in (
      select "bucket" from ${sql.table(table)}
      where "serverId" = ${serverId} and "bucket" < ${before}
      order by "bucket" limit ${sql.lit(BATCH_SIZE)})`.execute(db)
  return Number(numAffectedRows ?? 0)
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
