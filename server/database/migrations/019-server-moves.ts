import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Which machines servers were moved off: what was counted there may still come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { required } = columns(db)
  await db.schema
    .createTable('serverMove')
    .addColumn('nodeId', 'integer', required)
    .addColumn('serverId', 'integer', required)
    .addColumn('time', 'bigint', required)
    .addPrimaryKeyConstraint('serverMoveByNode', ['nodeId', 'serverId'])
    .execute()
}
