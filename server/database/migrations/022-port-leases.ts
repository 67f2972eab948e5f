import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/** How far back traffic of servers is taken over as that of their machines, ms: a month at most. */
const TAKEN_OVER_MS = 32 * 86_400_000

/**
 * What machines were lent of quotas that others spend as well, and what each of them carried itself,
 * whichever servers it has had. Until now that was what its servers of today carried.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required } = columns(db)
  await db.schema
    .createTable('portLease')
    .addColumn('nodeId', 'integer', required)
    .addColumn('key', 'text', required)
    .addColumn('accountId', 'integer', required)
    .addColumn('epoch', 'text', required)
    .addColumn('until', 'bigint', required)
    .addColumn('lastsMs', 'bigint', required)
    .addPrimaryKeyConstraint('portLeaseByKey', ['nodeId', 'key'])
    .execute()
  await db.schema
    .createIndex('portLeaseByAccount')
    .on('portLease')
    .columns(['accountId', 'nodeId'])
    .execute()
  await db.schema
    .createTable('nodeFlow')
    .addColumn('nodeId', 'integer', required)
    .addColumn('bucket', 'bigint', required)
    .addColumn('up', 'bigint', required)
    .addColumn('down', 'bigint', required)
    .addPrimaryKeyConstraint('nodeFlowBySlot', ['nodeId', 'bucket'])
    .execute()
  await sql`insert into "nodeFlow" ("nodeId", "bucket", "up", "down")
    select "server"."nodeId", "serverFlow"."bucket", sum("serverFlow"."up"), sum("serverFlow"."down")
    from "serverFlow" inner join "server" on "server"."id" = "serverFlow"."serverId"
    where "server"."plane" = 'node' and "server"."nodeId" is not null
      and "serverFlow"."bucket" > ${Date.now() - TAKEN_OVER_MS}
    group by "server"."nodeId", "serverFlow"."bucket"`.execute(db)
}
