import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/** Traffic in slots of five minutes, hours and days, and what each account has used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { embedded, required, count } = columns(db)
  // Rows are found by their whole primary key, so SQLite stores them in it.
  const create = <Builder extends { modifyEnd: (end: ReturnType<typeof sql>) => Builder }>(
    builder: Builder,
  ) => (embedded ? builder.modifyEnd(sql`without rowid`) : builder)

  for (const name of ['flow5min', 'flowHour', 'flowDay']) {
    await create(
      db.schema
        .createTable(name)
        .addColumn('accountId', 'integer', required)
        .addColumn('bucket', 'bigint', required)
        .addColumn('serverId', 'integer', required)
        .addColumn('up', 'bigint', required)
        .addColumn('down', 'bigint', required)
        .addPrimaryKeyConstraint(`${name}Key`, ['accountId', 'bucket', 'serverId']),
    ).execute()
    await db.schema.createIndex(`${name}ByTime`).on(name).column('bucket').execute()
  }

  await create(
    db.schema
      .createTable('serverFlow')
      .addColumn('serverId', 'integer', required)
      .addColumn('bucket', 'bigint', required)
      .addColumn('up', 'bigint', required)
      .addColumn('down', 'bigint', required)
      .addPrimaryKeyConstraint('serverFlowKey', ['serverId', 'bucket']),
  ).execute()

  await create(
    db.schema
      .createTable('usage')
      .addColumn('accountId', 'integer', (column) =>
        column.notNull().references('account.id').onDelete('cascade'),
      )
      .addColumn('serverId', 'integer', required)
      .addColumn('cycleFrom', 'bigint', required)
      .addColumn('bytes', 'bigint', count())
      .addColumn('lastSeen', 'bigint', count())
      .addPrimaryKeyConstraint('usageKey', ['accountId', 'serverId']),
  ).execute()
}
