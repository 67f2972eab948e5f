import { type Kysely, sql } from 'kysely'

/** From when an account's time counts while it is not started, and its traffic once it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One at a time: SQLite adds one column per statement.
  for (const name of ['waitingSince', 'usageFrom'])
    await db.schema.alterTable('account').addColumn(name, 'bigint').execute()
  // Payments and rewards have moved the start of those that wait. Their end was right.
  await sql`update "account" set "waitingSince" = "createTime"
    where "active" = 0 and "expireTime" > "createTime"`.execute(db)
}
