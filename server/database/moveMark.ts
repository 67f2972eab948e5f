import type { Selectable } from 'kysely'
import { command } from '../base/installation.ts'
import type { Database } from './database.ts'
import type { DatabaseMoveTable } from './tables.ts'

/** What a move records in a database. */
export type Mark = Selectable<DatabaseMoveTable>

/** The mark of a database; undefined where none was ever moved from or to it. */
export async function findMark(db: Database): Promise<Mark | undefined> {
  return db.selectFrom('databaseMove').selectAll().executeTakeFirst()
}

/** Replaces the mark; undefined deletes it. Requires a transaction. */
export async function setMark(tx: Database, mark: Mark | undefined): Promise<void> {
  await tx.deleteFrom('databaseMove').execute()
  if (mark) await tx.insertInto('databaseMove').values(mark).execute()
}

/**
 * Lets a console use a database, or returns in a sentence why none may: of two copies of a shop
 * only one may bill and send. From its first console on, a move to this database cannot be undone.
 */
export async function admitConsole(db: Database): Promise<string | undefined> {
  const mark = await findMark(db)
  const reason = mark && reasonAgainst(mark)
  if (mark && reason === undefined)
    await db
      .updateTable('databaseMove')
      .set({ state: 'used' })
      .where('state', '=', 'done')
      .execute()
  return reason
}

/** Why no console may use a database with this mark, in a sentence. */
export function reasonAgainst({ role, state, place, time }: Mark): string | undefined {
  const at = new Date(time).toISOString()
  if (role === 'source')
    return state === 'done'
      ? `This database was moved to ${place} at ${at}: give that as DATABASE_URL. ${command('move-db --undo --to …')} goes back to this one, as long as that one has not been used.`
      : `This database is being moved to ${place} (since ${at}). Continue with the same command, or give it up: ${command('move-db --undo')}.`
  if (state === 'running')
    return `This database holds an unfinished move from ${place}. Continue it there with the same command; until then nothing may be started here.`
  return state === 'undone'
    ? `The move to this database was undone at ${at}: the shop is at ${place}.`
    : undefined
}
