import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { isEmbedded } from '../../database/database.ts'
import { isOfThisRelease } from '../../database/migrations/migrate.ts'
import { findMark, type Mark, setMark } from '../../database/moveMark.ts'
import type { Tables } from '../../database/tables.ts'
import { openAlone, refuseIfUsed } from './alone.ts'
import { fileOf, placeOf } from './place.ts'
import { MoveRefused } from './refused.ts'

/** Opens the source, with the marks of earlier moves. Throws a sentence if it cannot be moved. */
export async function openSource(
  url: string,
): Promise<{ db: Kysely<Tables>; mark: Mark | undefined }> {
  if (isEmbedded(url) && !existsSync(fileOf(url)))
    throw new MoveRefused(`There is no database ${fileOf(url)} to move.`)
  const db = await openAlone(url)
  try {
    if (!(await isOfThisRelease(db)))
      throw new MoveRefused(
        `${placeOf(url)} is of another release: start this one on it and stop it again, then move it. Nothing was changed.`,
      )
    const mark = await findMark(db)
    if (mark?.role === 'target' && (mark.state === 'running' || mark.state === 'undone'))
      throw new MoveRefused(
        `${placeOf(url)} holds an unfinished move from ${mark.place}; there is nothing to move from here.`,
      )
    await refuseIfUsed(db, url)
    return { db, mark }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Prevents consoles from starting on the source. Throws a sentence, and leaves it as it was, where
 * one runs: a console that started before the mark is seen, one that starts after it sees the mark.
 */
export async function markSource(
  { db, mark: before }: { db: Kysely<Tables>; mark: Mark | undefined },
  url: string,
  mark: Mark,
): Promise<void> {
  await db.transaction().execute((tx) => setMark(tx, mark))
  try {
    await refuseIfUsed(db, url)
  } catch (error) {
    await db.transaction().execute((tx) => setMark(tx, before))
    throw error
  }
}
