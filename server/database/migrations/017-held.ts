import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Readings of traffic that could not be booked, and an index that finds marks by their key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, required } = columns(db)
  await table('heldReading')
    .addColumn('time', 'bigint', required)
    .addColumn('source', 'text', required)
    .addColumn('reading', 'text', required)
    .addColumn('error', 'text', required)
    .execute()
  await db.schema
    .createIndex('counterMarkBySource')
    .on('counterMark')
    .columns(['source', 'key'])
    .execute()
}
