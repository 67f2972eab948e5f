import type { Kysely } from 'kysely'

/** How customers of a Trojan server of ours come by WebSocket, as JSON; null is not at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('server').addColumn('webSocket', 'text').execute()
}
