import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Lets PostgreSQL find people and accounts by any part of their names, addresses, passwords and
 * ports without reading every row. The embedded database has an index of its own (`searching.ts`).
 *
 * Where the extension is not there, or this role may not add it, every row goes on being read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`savepoint "trigrams"`.execute(db)
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index "userByTrigrams" on "user" using gin
      (lower("username") gin_trgm_ops, lower("comment") gin_trgm_ops, lower("email") gin_trgm_ops)`.execute(
      db,
    )
    await sql`create index "accountByTrigrams" on "account" using gin
      ("password" gin_trgm_ops, (cast("port" as text)) gin_trgm_ops)`.execute(db)
  } catch {
    await sql`rollback to savepoint "trigrams"`.execute(db)
  }
}
