import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { isEmbedded, openDatabase } from '../../database/database.ts'
import { CONSOLE } from '../../database/postgres.ts'
import type { Tables } from '../../database/tables.ts'
import { fileOf, placeOf } from './place.ts'
import { MoveRefused } from './refused.ts'

/** How moves, and this one, appear in PostgreSQL's list of connections. */
const MOVE = 'sluice move-db '
const THIS_MOVE = MOVE + randomUUID().slice(0, 8)
const BUSY = 5
/** How long PostgreSQL may take to drop a closed connection, ms. */
const ENDING_MS = 2_000
const RETRY_MS = 100

/**
 * Opens a database for a move. The embedded one is locked until it is closed, so that no other
 * process can open it. On PostgreSQL `refuseIfUsed` looks for consoles, once there is a mark that
 * prevents others from starting.
 *
 * Throws a sentence where the embedded one is in use.
 */
export async function openAlone(url: string): Promise<Kysely<Tables>> {
  if (!isEmbedded(url)) return openDatabase(url, { statement: 0, name: THIS_MOVE })
  let db: Kysely<Tables> | undefined
  try {
    db = openDatabase(url)
    await sql`pragma busy_timeout = 1000`.execute(db)
    await sql`pragma locking_mode = exclusive`.execute(db)
    // Only the last connection can remove the log: one that is open elsewhere is noticed.
    await sql`pragma journal_mode = delete`.execute(db)
    await sql`pragma journal_mode = wal`.execute(db)
    return db
  } catch (error) {
    await db?.destroy()
    if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) !== BUSY) throw error
    throw new MoveRefused(
      `${fileOf(url)} is in use: stop the console that runs on it, then try again. Nothing was changed.`,
      { cause: error },
    )
  }
}

/**
 * Throws a sentence where a console, or another move, is connected to this PostgreSQL; one that has
 * just ended is waited for.
 */
export async function refuseIfUsed(db: Kysely<Tables>, url: string): Promise<void> {
  if (isEmbedded(url)) return
  const end = performance.now() + ENDING_MS
  let addresses = await othersOn(db)
  while (addresses.length > 0 && performance.now() < end) {
    await pause(RETRY_MS)
    addresses = await othersOn(db)
  }
  if (addresses.length === 0) return
  throw new MoveRefused(
    `A console, or another move, is connected to ${placeOf(url)} (from ${addresses.join(', ')}): stop it, then try again. Nothing was changed.`,
  )
}

/** The addresses from which other consoles or moves are connected. */
async function othersOn(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ address: string | null }>`
    select distinct cast(client_addr as text) as address from pg_stat_activity
    where datname = current_database() and application_name <> ${THIS_MOVE}
      and (application_name = ${CONSOLE} or starts_with(application_name, ${MOVE}))`.execute(db)
  return rows.map(({ address }) => address ?? 'this machine')
}
