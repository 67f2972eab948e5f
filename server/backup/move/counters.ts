import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Table } from './schema.ts'
import { isPostgres } from '../../database/database.ts'

/** The highest `id` a table ever assigned; 0 for none. An id is never reused. */
export async function lastIdOf(db: Kysely<Tables>, { name }: Table): Promise<bigint> {
  const highest = sql<Id>`select cast(max("id") as text) as id from ${sql.table(name)}`
  const given = isPostgres(db)
    ? sql<Id>`select cast(case when is_called then last_value else last_value - 1 end as text) as id
        from ${sql.raw(await sequenceOf(db, name))}`
    : sql<Id>`select cast(seq as text) as id from sqlite_sequence where name = ${name}`
  const [one, other] = [await given.execute(db), await highest.execute(db)].map(({ rows }) =>
    BigInt(rows[0]?.id ?? 0),
  ) as [bigint, bigint]
  return one > other ? one : other
}

/** Sets a table's next id to the one after this. */
export async function setLastId(db: Kysely<Tables>, { name }: Table, id: bigint): Promise<void> {
  if (isPostgres(db)) {
    const sequence = await sequenceOf(db, name)
    await sql`select setval(${sequence}, ${String(id + 1n)}, false)`.execute(db)
    return
  }
  await db.transaction().execute(async (tx) => {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(tx)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${id})`.execute(tx)
  })
}

type Id = { id: string | null }

/** PostgreSQL's name of the sequence that numbers a table's rows, quoted. */
async function sequenceOf(db: Kysely<Tables>, table: string): Promise<string> {
  const found = sql<{ name: string }>`select pg_get_serial_sequence(${`"${table}"`}, 'id') as name`
  return (await found.execute(db)).rows[0]!.name
}
