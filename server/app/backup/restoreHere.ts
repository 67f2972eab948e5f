import { randomBytes } from 'node:crypto'
import { basename, dirname, resolve } from 'node:path'
import type { Config } from '../../base/config.ts'
import { makeFolder } from '../../base/makeFolder.ts'
import { writeState } from '../../database/backup/localState.ts'
import { findOwner } from '../../database/backup/owner.ts'
import { type Restored, restore } from '../../database/backup/restore.ts'
import type { Store } from '../../database/backup/store.ts'
import type { Vault } from '../../database/backup/vault.ts'
import { isEmbedded } from '../../database/database.ts'
import { holdConsole } from '../../database/oneConsole.ts'
import { adoptSecret } from '../../database/secret/inBackup.ts'

type Wanted = {
  /** Target folder; the default is where the console looks for its database. */
  to?: string | undefined
  /** The moment to restore, ms; the default is as late as possible. */
  at?: number | undefined
}

/**
 * Restores the database so that a console can start on it, and take the store over. `missing` says
 * in a sentence that the end of the backup is not there. Throws a sentence where nothing was done.
 */
export async function restoreHere(
  config: Config,
  { store, vault }: { store: Store; vault: Vault },
  { to, at }: Wanted,
): Promise<Restored & { missing: string | undefined }> {
  const { folder, name, dataDir } = placeOf(config, to)
  // A restore into a folder of its own does not affect a running console.
  const letGo = to === undefined ? holdConsole(config) : () => {}
  try {
    const owner = await findOwner(store, vault)
    const done = await restore({ store, vault, folder, name, ...(at !== undefined && { at }) })
    await adoptSecret(done.file, vault, dataDir, config)
    const instance = randomBytes(9).toString('base64url')
    makeFolder(dataDir)
    writeState(dataDir, { instance, ...(owner && { takesOver: owner.instance }) })
    const isCut = at === undefined && owner?.generation === done.generation
    const missing =
      isCut && owner.shipped > done.seq
        ? `The end of the backup is missing: the server had shipped up to segment ${owner.shipped}, and this is segment ${done.seq}. What was committed last is not in it.`
        : undefined
    return { ...done, missing }
  } finally {
    letGo()
  }
}

/** The database's path, and its data folder. */
function placeOf({ dataDir, databaseUrl }: Config, to: string | undefined) {
  if (to !== undefined) return { folder: resolve(to), name: 'sluice.db', dataDir: resolve(to) }
  if (!isEmbedded(databaseUrl))
    throw new Error(
      'DATABASE_URL names PostgreSQL, and backups are of the embedded database. Restore into a folder with --to, then move it: move-db.',
    )
  const file = resolve(databaseUrl.replace(/^file:/, ''))
  return { folder: dirname(file), name: basename(file), dataDir }
}
