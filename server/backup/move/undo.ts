import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { isEmbedded } from '../../database/database.ts'
import { findMark, type Mark, setMark } from '../../database/moveMark.ts'
import type { Tables } from '../../database/tables.ts'
import { openAlone, refuseIfUsed } from './alone.ts'
import { fileOf, placeOf } from './place.ts'
import { MoveRefused } from './refused.ts'
import { openSource } from './source.ts'

type Terms = {
  from: string
  /** The target; not needed for a move that is unfinished. */
  to: string | undefined
  /** Also where the target was used, or is gone. */
  force: boolean
  now: () => number
}

/**
 * Undoes a move: consoles start on the source again and never on the target. Returns what was done,
 * in a sentence.
 *
 * Throws `MoveRefused` where the target has been used since, because its new data would be lost.
 */
export async function undoMove({ from, to, force, now }: Terms): Promise<string> {
  const { db, mark } = await openSource(from)
  try {
    if (mark?.role !== 'source')
      throw new MoveRefused(`${placeOf(from)} was not moved: nothing is to be undone.`)
    // No console starts on an unfinished target, and every other move refuses it.
    if (mark.state === 'done' && !force) {
      if (!to)
        throw new MoveRefused(
          `The move to ${mark.place} is finished: name that with --to, so that nothing starts there any more. If it is gone for good, use --force.`,
        )
      await closeTarget(to, { id: mark.id, place: placeOf(from), now })
    }
    await db.transaction().execute((tx) => setMark(tx, undefined))
    return `The shop is at ${placeOf(from)} again. The database at ${mark.place} must not be used any more.`
  } finally {
    await db.destroy()
  }
}

async function closeTarget(to: string, move: { id: string; place: string; now: () => number }) {
  if (isEmbedded(to) && !existsSync(fileOf(to)))
    throw new MoveRefused(`There is no database ${fileOf(to)}.`)
  const db = await openAlone(to)
  try {
    const before = await findMark(db).catch(() => undefined)
    if (before?.id !== move.id || before.role !== 'target')
      throw new MoveRefused(`${placeOf(to)} holds nothing that was moved from ${move.place}.`)
    if (before.state === 'used')
      throw new MoveRefused(
        `A console has run on ${placeOf(to)} since: move the shop back from there. To give up what happened there, use --force.`,
      )
    await setState(db, 'undone', move.now())
    await refuseIfUsed(db, to).catch(async (error: unknown) => {
      await setState(db, before.state, before.time)
      throw error
    })
  } finally {
    await db.destroy()
  }
}

const setState = (db: Kysely<Tables>, state: Mark['state'], time: number) =>
  db.updateTable('databaseMove').set({ state, time }).execute()
