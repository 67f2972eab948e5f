import { DatabaseSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase } from 'kysely'
import { embedded, EmbeddedDialect, type Statement } from '../embedded.ts'
import type { Tables } from '../tables.ts'
import { runSteps, SHAPE, stepsAfter } from './migrate.ts'
import { type Shape, shapeAfter, shapeOf } from './shape.ts'

/**
 * Whether an upgrade of this embedded database was cut off within a step. Releases up to 0.1 ran the
 * statements of a step one by one; killed in between, some of them are done, and the step is not
 * noted. `done` are the steps that are.
 */
export async function isCutOff(file: DatabaseSync, done: readonly string[]): Promise<boolean> {
  const [next] = stepsAfter(done)
  const before = await shapeAfter(done.at(-1))
  const now = shapeOf(file)
  // What a later release may have begun; indexes may be an operator's own.
  if (next === undefined)
    return [...now].some((item) => !item.startsWith('index ') && !before.has(item))
  const after = await shapeAfter(next)
  return (
    [...after].some((item) => !before.has(item) && now.has(item)) ||
    [...before].some((item) => !after.has(item) && !now.has(item))
  )
}

/**
 * Ends an upgrade that was cut off within a step, in one transaction: what is done already is left
 * out, what a step fills is filled anew. Throws, and changes nothing, unless the database then
 * consists of all that this release needs.
 */
export async function finishCutOff(path: string): Promise<void> {
  const wanted = await shapeAfter(SHAPE)
  const file = new DatabaseSync(path)
  const db = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ database: leavingOut(embedded(file)) }),
  })
  try {
    await runSteps(db, { check: () => checkShape(shapeOf(file), wanted) })
  } finally {
    await db.destroy()
  }
}

function checkShape(found: Shape, wanted: Shape): void {
  const missing = [...wanted].find((item) => !found.has(item))
  if (missing !== undefined) throw new Error(`it then lacks the ${missing}`)
}

/** SQLite's words for what a statement has done before. */
const IS_DONE: [RegExp, RegExp][] = [
  [/^\s*create /i, / already exists$/],
  [/^\s*alter table /i, /^duplicate column name: /],
  [/^\s*drop /i, /^no such (index|trigger|table): /],
  [/^\s*insert /i, /^UNIQUE constraint failed: /],
]

const NOTHING: Statement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** A database that passes over statements whose work is done already. */
function leavingOut(database: SqliteDatabase): SqliteDatabase {
  /** Tables that were there before the step made them. */
  const left = new Set<string>()

  function orLeaveOut<Result>(text: string, work: () => Result, instead: Result): Result {
    try {
      return work()
    } catch (error) {
      const { message } = error as Error
      if (!IS_DONE.some(([what, why]) => what.test(text) && why.test(message))) throw error
      return instead
    }
  }

  function prepare(text: string): Statement {
    const [, filled = ''] = /^\s*insert into "(\w+)"/i.exec(text) ?? []
    if (left.delete(filled)) database.prepare(`delete from "${filled}"`).run([])
    const statement = orLeaveOut(text, () => database.prepare(text), NOTHING)
    const [, table] = /^\s*create table "(\w+)"/i.exec(text) ?? []
    if (table !== undefined && statement === NOTHING) left.add(table)
    if (statement.reader) return statement
    return {
      ...statement,
      run: (parameters) =>
        orLeaveOut(text, () => statement.run(parameters), NOTHING.run(parameters)),
    }
  }

  return { close: () => database.close(), prepare }
}
