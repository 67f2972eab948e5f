import type { Kysely } from 'kysely'

/** What an AmneziaWG server changes about WireGuard's packets; a server of before is WireGuard as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('server').addColumn('amnezia', 'text').execute()
}
