import { setImmediate as others } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type FlowTableName, RETENTION_MS } from './slots.ts'

// Small slices leave room for other work in between.
const BATCH_SIZE = 1_000
const TABLES = ['flow5min', 'flowHour', 'flowDay'] as const

/** Deletes traffic past its retention, in slices; returns how many rows were deleted. */
export async function removeOldFlow(db: Database, now: number): Promise<number> {
  let total = 0
  for (const table of TABLES)
    total += await inSlices(() => removeSlice(db, table, now - RETENTION_MS[table]))
  total += await inSlices(() => removeNodeSlice(db, now - RETENTION_MS.nodeFlow))
  for (let id = await nextServer(db, -1); id !== null; id = await nextServer(db, id)) {
    const serverId = id
    total += await inSlices(() => removeServerSlice(db, serverId, now - RETENTION_MS.serverFlow))
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

async function removeSlice(db: Database, table: FlowTableName, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where ("accountId", "bucket", "serverId") in (
      select "accountId", "bucket", "serverId" from ${sql.table(table)}
      where "bucket" < ${before} order by "bucket" limit ${sql.lit(BATCH_SIZE)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function removeServerSlice(db: Database, serverId: number, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from "serverFlow"
    where "serverId" = ${serverId} and "bucket" in (
      select "bucket" from "serverFlow"
      where "serverId" = ${serverId} and "bucket" < ${before}
      order by "bucket" limit ${sql.lit(BATCH_SIZE)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

// There are few: a row for each machine and slot.
async function removeNodeSlice(db: Database, before: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from "nodeFlow"
    where ("nodeId", "bucket") in (
      select "nodeId", "bucket" from "nodeFlow"
      where "bucket" < ${before} limit ${sql.lit(BATCH_SIZE)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The server with the next higher id that has traffic: a hop along the key, not a scan. */
async function nextServer(db: Database, after: number): Promise<number | null> {
  const { id } = await db
    .selectFrom('serverFlow')
    .select((eb) => eb.fn.min<number | null>('serverId').as('id'))
    .where('serverId', '>', after)
    .executeTakeFirstOrThrow()
  return id
}
