import { type Kysely, sql } from 'kysely'

/**
 * When customers were not served stands by itself from now on: until then it was whenever one of a
 * server's lights was red.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A step that was cut off is done again, and must not say it twice.
  await sql`insert into "outage" ("serverId", "light", "cause", "startTime", "endTime", "notifiedTime")
    select "serverId", 'service', "cause", "startTime", "endTime", "notifiedTime" from "outage" as red
    where "light" <> 'service' and not exists (
      select 1 from "outage" as said where said."light" = 'service'
        and said."serverId" = red."serverId" and said."startTime" = red."startTime")`.execute(db)
}
