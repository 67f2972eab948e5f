import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/**
 * Where each conversation stands, so that a page of them, and how many there are in each state, is
 * read from an index and not from every message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required } = columns(db)
  await db.schema
    .createTable('conversation')
    .addColumn('userId', 'integer', (column) =>
      column.primaryKey().references('user.id').onDelete('cascade'),
    )
    // Its last message.
    .addColumn('messageId', 'integer', required)
    .addColumn('sender', 'text', required)
    .addColumn('time', 'bigint', required)
    .addColumn('state', 'text', required)
    // The first message since the other side last wrote, or nothing was left to do.
    .addColumn('since', 'bigint', required)
    .execute()
  const index = (name: string, by: string[]) =>
    db.schema.createIndex(name).on('conversation').columns(by).execute()
  await index('conversationByTime', ['time', 'userId'])
  await index('conversationByState', ['state', 'time', 'userId'])
  await index('conversationBySince', ['state', 'since', 'userId'])
  await sql`
    insert into "conversation" ("userId", "messageId", "sender", "time", "state", "since")
    select "last"."userId", "last"."id", "last"."sender", "last"."createTime",
      case when "seen"."doneId" >= "last"."id" then 'done'
        when "last"."sender" = 'user' then 'waiting' else 'answered' end,
      coalesce((
        select min("first"."createTime") from "message" as "first"
        where "first"."userId" = "last"."userId"
          and "first"."id" > coalesce((
            select max("other"."id") from "message" as "other"
            where "other"."userId" = "last"."userId" and "other"."sender" <> "last"."sender"), 0)
          and "first"."id" > case
            when "seen"."doneId" < "last"."id" then "seen"."doneId" else 0 end
      ), "last"."createTime")
    from "message" as "last"
    left join "messageRead" as "seen"
      on "seen"."userId" = "last"."userId" and "seen"."side" = 'admin'
    where "last"."id" in (select max("id") from "message" group by "userId")`.execute(db)
}
