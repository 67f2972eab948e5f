import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'

const DAY_MS = 86_400_000
/** How long a picture stays at most, ms. */
const KEPT_MS = 180 * DAY_MS
/** How long it stays whatever else is sent, ms. */
const SAFE_MS = 30 * DAY_MS
/** How many there are at most, of all conversations: 4 GiB, as none is larger than 512 KiB. */
export const MAX_STORED = 8_000
/** Small slices leave room for other work in between. */
const SLICE = 200

/** Deletes the pictures that have been there for half a year, in slices. */
export async function removeOldPictures(db: Database, now: number): Promise<void> {
  for (let removed = SLICE; removed === SLICE;)
    removed = await removeOldest(db, { most: SLICE, until: now - KEPT_MS })
}

/**
 * Makes room for so many pictures, in the transaction that adds them: the oldest go first, and none
 * of the last 30 days does. Refuses with `no room`.
 */
export async function makeRoom(tx: Database, count: number, now: number): Promise<void> {
  if (count === 0) return
  const { number } = await tx
    .selectFrom('messagePicture')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const over = number + count - MAX_STORED
  if (over <= 0) return
  const removed = await removeOldest(tx, { most: over, until: now - SAFE_MS })
  if (removed < over) throw new Refusal(403, 'no room')
}

/** Deletes the oldest that were sent up to a moment (ms); returns how many. */
async function removeOldest(
  db: Database,
  { most, until }: { most: number; until: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('messagePicture')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('messagePicture')
        .select('id')
        .where('createTime', '<=', until)
        .orderBy('createTime')
        .orderBy('id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
