import { type Kysely, sql } from 'kysely'

/** Orders by amount, the few that were refunded, and audit entries by operation are read from an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Databases differ in where they put what has no amount, so it counts as nothing.
  await sql`create index "placedOrderByAmount" on "placedOrder"
    (coalesce("amount", 0), "createTime", "id")`.execute(db)
  await db.schema
    .createIndex('placedOrderByRefund')
    .on('placedOrder')
    .columns(['createTime', 'id'])
    .where(sql.ref('refunded'), '>', sql.lit(0))
    .execute()
  await db.schema.createIndex('auditByOperation').on('audit').columns(['operation', 'id']).execute()
}
