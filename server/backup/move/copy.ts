import type { Kysely } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { insertRows } from './insert.ts'
import { MoveRefused } from './refused.ts'
import type { Table } from './schema.ts'
import { ahead, type Key, keyOf, type Row } from './walk.ts'

type Copying = {
  target: Kysely<Tables>
  /** The table's rows in the order of its primary key, after the row with this key. */
  slices: (after: Key | undefined) => AsyncGenerator<Row[]>
  /** Is called with how many rows were written. */
  written: (rows: number) => void
}

/**
 * Copies the rest of a table to the target. The progress is written in the transaction of the rows,
 * so an interrupted copy resumes exactly there.
 */
export async function copyTable({ target, slices, written }: Copying, table: Table): Promise<void> {
  const progress = await findProgress(target, table)
  if (progress?.complete) return
  let last = progress?.lastKey ? (JSON.parse(progress.lastKey) as Key) : undefined
  if (!progress)
    await target
      .insertInto('databaseMoveProgress')
      .values({ tableName: table.name, lastKey: null })
      .execute()
  for await (const rows of ahead(slices(last))) {
    const next = keyOf(table, rows.at(-1)!)
    await target.transaction().execute(async (tx) => {
      await moveOn(tx, table, last, next)
      await insertRows(tx, table, rows)
    })
    last = next
    written(rows.length)
  }
  await target
    .updateTable('databaseMoveProgress')
    .set({ complete: 1 })
    .where('tableName', '=', table.name)
    .execute()
}

const findProgress = (db: Database, { name }: Table) =>
  db
    .selectFrom('databaseMoveProgress')
    .select(['lastKey', 'complete'])
    .where('tableName', '=', name)
    .executeTakeFirst()

/** Records the last row of a slice. Throws where another process is further. */
async function moveOn(tx: Database, { name }: Table, from: Key | undefined, to: Key) {
  const { numUpdatedRows } = await tx
    .updateTable('databaseMoveProgress')
    .set({ lastKey: JSON.stringify(to) })
    .where('tableName', '=', name)
    .where('lastKey', 'is not distinct from', from ? JSON.stringify(from) : null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new MoveRefused('Another process is moving to this database.')
}
