import { stat } from 'node:fs/promises'
import { setImmediate as others } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** How many pages are moved at a time: some 1.5 ms. */
const SLICE_PAGES = 250
/** The share of a file that stays free: what is written next needs no new pages. */
const SPARE = 0.1
/** Above it a file is not rewritten at a start, bytes: it takes a second for each 100 MB. */
const MAX_REWRITE_BYTES = 2 ** 30

/**
 * Makes a file of an earlier release one that can shrink, once: SQLite has to rewrite it for that.
 * Without room for it, it stays as it is.
 */
export async function letShrink(db: Kysely<Tables>, file: string): Promise<void> {
  if ((await read(db, 'auto_vacuum')) !== 0) return
  const size = await stat(file).catch(() => undefined)
  if (!size || size.size > MAX_REWRITE_BYTES) return
  await sql`pragma auto_vacuum = incremental`.execute(db)
  // The new file would be made in memory.
  await sql`pragma temp_store = file`.execute(db)
  await sql`vacuum`
    .execute(db)
    .catch((error: Error) =>
      console.warn(`${file} was not rewritten, and will not shrink: ${error.message}`),
    )
  await sql`pragma temp_store = memory`.execute(db)
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
  pragma: 'auto_vacuum' | 'freelist_count' | 'page_count',
): Promise<number> {
  const { rows } = await sql.raw<Record<string, number>>(`pragma ${pragma}`).execute(db)
  return Number(rows[0]?.[pragma])
}
