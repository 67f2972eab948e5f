import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/** How long days of traffic are kept, ms. */
const KEPT_MS = 400 * 86_400_000

/** Traffic by month, for the time of which days are no longer kept; since when that is complete. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { embedded, required } = columns(db)
  const create = <Builder extends { modifyEnd: (end: ReturnType<typeof sql>) => Builder }>(
    builder: Builder,
  ) => (embedded ? builder.modifyEnd(sql`without rowid`) : builder)

  await create(
    db.schema
      .createTable('flowMonth')
      .addColumn('accountId', 'integer', required)
      .addColumn('bucket', 'bigint', required)
      .addColumn('serverId', 'integer', required)
      .addColumn('up', 'bigint', required)
      .addColumn('down', 'bigint', required)
      .addPrimaryKeyConstraint('flowMonthKey', ['accountId', 'bucket', 'serverId']),
  ).execute()
  await db.schema.createIndex('flowMonthByTime').on('flowMonth').column('bucket').execute()
  await create(
    db.schema
      .createTable('serverFlowMonth')
      .addColumn('serverId', 'integer', required)
      .addColumn('bucket', 'bigint', required)
      .addColumn('up', 'bigint', required)
      .addColumn('down', 'bigint', required)
      .addPrimaryKeyConstraint('serverFlowMonthKey', ['serverId', 'bucket']),
  ).execute()

  const now = Date.now()
  const first = await firstTraffic(db)
  // Of a shop that has counted nothing yet, everything is known from now on.
  const since = first === null ? now : Math.max(first, now - KEPT_MS)
  await sql`insert into "setting" ("key", "value")
    values ('monthlyFlow', ${JSON.stringify({ since })})`.execute(db)
}

/** The first moment traffic is kept of, ms; null where there is none. Hops along keys, not scans. */
async function firstTraffic(db: Kysely<unknown>): Promise<number | null> {
  const { rows } = await sql<{ bucket: number | string | null }>`
    select min("bucket") as bucket from "flowDay"
    union all
    select min((select min("bucket") from "serverFlow" where "serverId" = "server"."id"))
    from "server"`.execute(db)
  const known = rows.flatMap(({ bucket }) => (bucket === null ? [] : [Number(bucket)]))
  return known.length === 0 ? null : Math.min(...known)
}
