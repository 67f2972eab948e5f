import { DatabaseSync } from 'node:sqlite'
import { openEmbedded } from '../database.ts'
import { runSteps } from './migrate.ts'

/** What an embedded database consists of: `table x`, `column x.y`, `index x (y,z)`, `trigger x`. */
export type Shape = ReadonlySet<string>

/** Reads the shape of an open database; what SQLite and Kysely have in it for themselves is left out. */
export function shapeOf(database: DatabaseSync): Shape {
  const rows = database
    .prepare(
      `select type || ' ' || name || case when type <> 'index' then '' else ' (' ||
          (select group_concat(coalesce(name, '-')) from pragma_index_info("sqlite_schema".name))
          || ')' end as item
        from sqlite_schema where name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
      union all
      select 'column ' || "of".name || '.' || "column".name
        from sqlite_schema as "of", pragma_table_info("of".name) as "column"
        where "of".type = 'table' and "of".name not like 'kysely\\_%' escape '\\'`,
    )
    .all()
  return new Set(rows.map(({ item }) => String(item)))
}

const known = new Map<string | undefined, Promise<Shape>>()

/** The shape a database has once the steps up to `last` are done. */
export const shapeAfter = (last: string | undefined): Promise<Shape> =>
  known.getOrInsertComputed(last, makeShape)

/** Runs the steps on a database in memory. */
async function makeShape(last: string | undefined): Promise<Shape> {
  const database = new DatabaseSync(':memory:')
  const db = openEmbedded(database)
  try {
    if (last !== undefined) await runSteps(db, { last })
    return shapeOf(database)
  } finally {
    await db.destroy()
  }
}
