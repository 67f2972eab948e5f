import {
  type ColumnDataType,
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  SqliteAdapter,
} from 'kysely'

/** The one place that handles how the two databases declare a column. */
export function columns(db: Kysely<unknown>) {
  const embedded = db.getExecutor().adapter instanceof SqliteAdapter
  const required = (column: ColumnDefinitionBuilder) => column.notNull()
  return {
    embedded,
    required,
    /** What both databases name bytes. */
    bytes: (embedded ? 'blob' : 'bytea') satisfies ColumnDataType as ColumnDataType,
    /** A new table with an auto-increment `id` that is never reused. */
    table: (name: string): CreateTableBuilder<string, 'id'> =>
      db.schema
        .createTable(name)
        .addColumn('id', 'integer', (column) =>
          embedded
            ? column.primaryKey().autoIncrement()
            : column.generatedByDefaultAsIdentity().primaryKey(),
        ),
    /** A required integer with the default `start`. */
    count:
      (start = 0) =>
      (column: ColumnDefinitionBuilder) =>
        column.notNull().defaultTo(start),
    /** A required text with an empty default. */
    text: (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(''),
  }
}
