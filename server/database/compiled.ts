import { type Compilable, type CompiledQuery, type Expression, sql, type SqlBool } from 'kysely'
import { type Database, isPostgres } from './database.ts'

/** The place of a value in a query that is compiled once. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query for frequent use: its text is compiled at the first call, and later calls only fill in
 * their values, which halves the cost of a small query.
 *
 * `build` sees a placeholder instead of each value, so it may compare columns with them and nothing
 * else. A list is passed by `amongListed`.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) })
  // One text for each kind of database.
  const texts = new Map<boolean, CompiledQuery<Row>>()
  return async (db, values) => {
    const text = texts.getOrInsertComputed(isPostgres(db), () =>
      build(db, slots as Values).compile(),
    )
    const filled = text.parameters.map((one) =>
      one instanceof Slot ? values[one.name as keyof Values] : one,
    )
    const { rows } = await db.executeQuery<Row>({ ...text, parameters: filled })
    return rows
  }
}

/** Whether a column is one of the ids in a list, passed as JSON: one value, however many. */
export function amongListed(
  db: Database,
  column: Expression<number>,
  list: string,
): Expression<SqlBool> {
  return isPostgres(db)
    ? sql`${column} in (select cast("value" as integer) from json_array_elements_text(cast(${list} as json)) as "each" ("value"))`
    : sql`${column} in (select "value" from json_each(${list}))`
}
