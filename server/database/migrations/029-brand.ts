import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Pictures of the site, named by their content: no setting is read with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { bytes, required } = columns(db)
  await db.schema
    .createTable('brandPicture')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('bytes', bytes, required)
    .execute()
}
