import type { Kysely } from 'kysely'
import type { Config } from '../../base/config.ts'
import { openAlone, refuseIfUsed } from '../../backup/move/alone.ts'
import { openForService } from '../../database/opening.ts'
import type { Tables } from '../../database/tables.ts'

/**
 * Opens the database to change its key. For another secret, `all`, it is opened exclusively: a
 * running console would go on with the old secret. Throws a sentence where one runs.
 */
export async function openForRotation(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  all: boolean,
): Promise<Kysely<Tables>> {
  const db = await openForService(config)
  if (!all) return db
  await db.destroy()
  const alone = await openAlone(config.databaseUrl)
  try {
    await refuseIfUsed(alone, config.databaseUrl)
    return alone
  } catch (error) {
    await alone.destroy()
    throw error
  }
}
