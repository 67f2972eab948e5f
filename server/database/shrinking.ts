import { stat } from 'node:fs/promises'
import { setImmediate as others } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { BUSY_TIMEOUT_MS } from './embedded.ts'
import type { Tables } from './tables.ts'

/** How many pages are moved at a time: some 1.5 ms. */
const SLICE_PAGES = 250
/** The share of a file that stays free: what is written next needs no new pages. */
const SPARE = 0.1
/** Above it rewriting a file is announced, bytes: it takes a second for each 100 MB. */
const LONG_BYTES = 2 ** 30

/**
 * The mark in a file (`user_version`) that it holds nothing of what was deleted, nor of what is
 * sealed since: it has been rewritten, and what deletes from it overwrites.
 */
const CLEAN = 1

/**
 * Rewrites a file of an earlier release, once: SQLite left in it what was deleted, and in the oldest
 * it cannot give free pages back. Call it once all is sealed that is to be. `anyway` rewrites a
 * file that was clean before. Returns whether the file is clean; without room for a second one it
 * is not, and the next start tries again.
 */
export async function rewriteOnce(
  db: Kysely<Tables>,
  file: string,
  { anyway = false } = {},
): Promise<boolean> {
  if (!anyway && (await read(db, 'user_version')) === CLEAN) return true
  const size = await stat(file).catch(() => undefined)
  if (!size) return false
  if (size.size > LONG_BYTES)
    console.log(`${file} is rewritten, once, to leave out what was deleted. It takes some minutes.`)
  if ((await read(db, 'auto_vacuum')) === 0) await sql`pragma auto_vacuum = incremental`.execute(db)
  // The new file would be made in memory.
  await sql`pragma temp_store = file`.execute(db)
  try {
    await sql`vacuum`.execute(db)
    await sql.raw(`pragma user_version = ${CLEAN}`).execute(db)
    return true
  } catch (error) {
    console.warn(
      `${file} was not rewritten, and still holds what was deleted: ${(error as Error).message}`,
    )
    return false
  } finally {
    await sql`pragma temp_store = memory`.execute(db)
  }
}

/**
 * Writes the log of an embedded database back and empties it: pages as they were before a deletion
 * would stay in it. While backups hold the log it is left to them.
 */
export async function emptyLog(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (one) => {
    // Another process may be reading: nothing here waits for it, and the next hour tries again.
    await sql`pragma busy_timeout = 0`.execute(one)
    await sql`pragma wal_checkpoint(truncate)`.execute(one)
    await sql.raw(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`).execute(one)
  })
}

/**
 * Gives free pages of an embedded file back to the disk, in slices, but for a tenth of it.
 *
 * The file itself shrinks with the next checkpoint of its log.
 */
export async function shrink(db: Kysely<Tables>): Promise<void> {
  let free = await read(db, 'freelist_count')
  const spare = (await read(db, 'page_count')) * SPARE
  while (free > spare) {
    await sql.raw(`pragma incremental_vacuum(${SLICE_PAGES})`).execute(db)
    const left = await read(db, 'freelist_count')
    // A file that cannot shrink.
    if (left >= free) return
    free = left
    await others()
  }
}

async function read(
  db: Kysely<Tables>,
  pragma: 'auto_vacuum' | 'freelist_count' | 'page_count' | 'user_version',
): Promise<number> {
  const { rows } = await sql.raw<Record<string, number>>(`pragma ${pragma}`).execute(db)
  return Number(rows[0]?.[pragma])
}
