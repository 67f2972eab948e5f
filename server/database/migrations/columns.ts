import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  SqliteAdapter,
} from 'kysely'

/** The one place that knows how the two databases spell a column. */
export function columns(db: Kysely<unknown>) {
  const embedded = db.getExecutor().adapter instanceof SqliteAdapter
  const required = (column: ColumnDefinitionBuilder) => column.notNull()
  return {
    embedded,
    required,
    /** A new table with an `id` that counts up and is never given twice. */
    table: (name: string): CreateTableBuilder<string, 'id'> =>
      db.schema
        .createTable(name)
        .addColumn('id', 'integer', (column) =>
          embedded
            ? column.primaryKey().autoIncrement()
            : column.generatedByDefaultAsIdentity().primaryKey(),
        ),
    /** A required whole number that starts at `start`. */
    count:
      (start = 0) =>
      (column: ColumnDefinitionBuilder) =>
        column.notNull().defaultTo(start),
    /** A required text that starts empty. */
    text: (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(''),
  }
}
