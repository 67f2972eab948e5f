import { type Kysely, sql } from 'kysely'

/**
 * When customers were not served stands by itself from now on: until then it was whenever one of a
 * server's lights was red.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into "outage" ("serverId", "light", "cause", "startTime", "endTime", "notifiedTime")
    select "serverId", 'service', "cause", "startTime", "endTime", "notifiedTime" from "outage"`.execute(
    db,
  )
}
