import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The one port that all accounts of a Shadowsocks 2022 server have; null is a port for each. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('server').addColumn('ssPort', 'integer').execute()
}
