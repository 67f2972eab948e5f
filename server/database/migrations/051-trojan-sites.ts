import type { Kysely } from 'kysely'

/** The web site behind a Trojan server of ours, and its certificate with the sealed private key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['site', 'certificate', 'certificateKey'])
    await db.schema.alterTable('server').addColumn(column, 'text').execute()
}
