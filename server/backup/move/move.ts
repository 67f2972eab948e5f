import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Database, isPostgres } from '../../database/database.ts'
import type { Mark } from '../../database/moveMark.ts'
import type { Tables } from '../../database/tables.ts'
import { type Contents, contentsOf } from './checksum.ts'
import { copyTable } from './copy.ts'
import { lastIdOf, setLastId } from './counters.ts'
import { placeOf } from './place.ts'
import type { Progress } from './progress.ts'
import { MoveRefused } from './refused.ts'
import { shopTables, type Table } from './schema.ts'
import { markSource, openSource } from './source.ts'
import { markTarget, openTarget } from './target.ts'
import { type Key, walk } from './walk.ts'

type Terms = { from: string; to: string; now: () => number; progress: Progress }

/** What was moved, table by table. */
export type Moved = {
  tables: (Contents & { name: string })[]
  /** The new path of an embedded database that was in the way, because it had been moved itself. */
  aside: string | undefined
}

type Pair = { source: Kysely<Tables>; target: Kysely<Tables> }

/**
 * Moves the whole shop to another database; interrupted at any moment it resumes with the same
 * call.
 *
 * From its beginning no console starts on either database, and once both were compared and are
 * equal only on the target. Throws `MoveRefused` where it may not begin, and where they differ.
 */
export async function moveDatabase({ from, to, now, progress }: Terms): Promise<Moved> {
  if (placeOf(from) === placeOf(to))
    throw new MoveRefused(`${placeOf(to)} is where the shop is already.`)
  const tables = await shopTables()
  const opened = await openSource(from)
  const source = opened.db
  try {
    const before = opened.mark?.role === 'source' ? opened.mark : undefined
    if (before && before.place !== placeOf(to))
      throw new MoveRefused(
        before.state === 'done'
          ? `The shop was moved to ${before.place} at ${timeOf(before)}: move it from there.`
          : `The shop is being moved to ${before.place}: continue with that, or give it up with --undo.`,
      )
    const found = await openTarget(to, tables, { id: before?.id, now: now() })
    const target = found.db
    try {
      if (before?.state === 'done' && found.mark?.state !== 'running')
        throw new MoveRefused(
          found.mark
            ? `The shop was moved to ${before.place} at ${timeOf(before)}: nothing is left to do.`
            : `The shop was moved to ${before.place} at ${timeOf(before)}, and that is empty now. To move what is here once more, take the move back first: --undo --force.`,
        )
      const mark: Mark = before ?? {
        id: randomUUID(),
        role: 'source',
        place: placeOf(to),
        state: 'running',
        time: now(),
      }
      if (!before) await markSource(opened, from, mark)
      if (!found.mark)
        await markTarget(target, to, tables, { ...mark, role: 'target', place: placeOf(from) })
      await copyAll({ source, target }, tables, progress)
      const contents = await compare({ source, target }, tables, progress)
      // In this order: the target is never the only one marked as done.
      await finish(source, now())
      await finish(target, now())
      return { tables: contents, aside: found.aside }
    } finally {
      await target.destroy()
    }
  } finally {
    await source.destroy()
  }
}

async function copyAll({ source, target }: Pair, tables: readonly Table[], progress: Progress) {
  progress.begin(await rowsIn(source, tables), await rowsIn(target, tables))
  for (const table of tables) {
    progress.table(table.name)
    const slices = (after: Key | undefined) => walk(source, table, { after })
    await copyTable({ target, slices, written: progress.written }, table)
    if (table.isNumbered) await setLastId(target, table, await lastIdOf(source, table))
  }
  // Its query planner would gather these statistics by itself, an hour later.
  if (isPostgres(target)) await sql`analyze`.execute(target)
}

async function compare({ source, target }: Pair, tables: readonly Table[], progress: Progress) {
  const contents: Moved['tables'] = []
  const different: string[] = []
  for (const table of tables) {
    progress.comparing(table.name)
    const [here, there] = await Promise.all([contentsOf(source, table), contentsOf(target, table)])
    const isNext =
      !table.isNumbered || (await lastIdOf(source, table)) === (await lastIdOf(target, table))
    if (here.sum !== there.sum || here.rows !== there.rows)
      different.push(`${table.name} (${here.rows} rows, ${there.rows} copied)`)
    else if (!isNext) different.push(`${table.name} (the next id)`)
    contents.push({ name: table.name, ...here })
  }
  if (different.length > 0)
    throw new MoveRefused(
      `Source and target differ: ${different.join(', ')}. Somebody wrote to one of them. Nothing may start on the target; give the move up with --undo, empty the target, and move again.`,
    )
  return contents
}

export async function rowsIn(db: Kysely<Tables>, tables: readonly Table[]): Promise<number> {
  let sum = 0
  for (const { name } of tables) {
    const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`
    sum += (await counted.execute(db)).rows[0]!.count
  }
  return sum
}

/** Explains to the operator that starts a console here that the move is done. */
export async function finish(db: Database, time: number): Promise<void> {
  await db
    .updateTable('databaseMove')
    .set({ state: 'done', time })
    .where('state', '=', 'running')
    .execute()
}

const timeOf = ({ time }: Mark) => new Date(time).toISOString()
