import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../../base/config.ts'
import { makeFolder } from '../../base/makeFolder.ts'
import { writeState } from '../../backup/shipping/localState.ts'
import { findOwner, type Owner } from '../../backup/store/owner.ts'
import { refuseToReplace, type Restored, restore } from '../../backup/restore/restore.ts'
import type { Store } from '../../backup/store/store.ts'
import type { Vault } from '../../backup/store/vault.ts'
import { isEmbedded } from '../../database/database.ts'
import { sync } from '../../database/fileSync.ts'
import { holdConsole } from '../../database/oneConsole.ts'
import { adoptSecret } from '../../backup/store/secret.ts'

type Wanted = {
  /** Target folder; the default is where the console looks for its database. */
  to?: string | undefined
  /** The moment to restore, ms; the default is as late as possible. */
  at?: number | undefined
}

/** What an owner's note cannot tell of a server that did not end in order, as sentences. */
function unseenIn(owner: Owner | undefined, isNewest: boolean): string[] {
  if (!owner || owner.ended === true || !isNewest) return []
  return [
    `The server did not stop in order. It notes every 15 seconds how far it has shipped, last at ${new Date(owner.time).toISOString()}: whether a later segment has gone from the store cannot be told.`,
  ]
}

/**
 * Restores the database so that a console can start on it, and take the store over. `missing` says
 * in a sentence that the end of the backup is not there. It is restored beside its place, and
 * put there once nothing can be refused any more. Throws a sentence where nothing was done.
 */
export async function restoreHere(
  config: Config,
  { store, vault }: { store: Store; vault: Vault },
  { to, at }: Wanted,
): Promise<Restored & { missing: string | undefined }> {
  const { folder, name, dataDir } = placeOf(config, to)
  const beside = join(folder, 'restored-backup')
  // A restore into a folder of its own does not affect a running console.
  const letGo = to === undefined ? holdConsole(config) : () => {}
  try {
    await refuseToReplace(folder, name)
    const owner = await findOwner(store, vault)
    await rm(beside, { recursive: true, force: true })
    const options = { store, vault, folder: beside, ...(at !== undefined && { at }) }
    const done = await restore(options)
    await adoptSecret(done.file, vault, dataDir, config)
    // Whatever may be refused was refused by now.
    const instance = randomBytes(9).toString('base64url')
    makeFolder(dataDir)
    writeState(dataDir, { instance, ...(owner && { takesOver: owner.instance }) })
    const file = join(folder, name)
    renameSync(done.file, file)
    sync(folder)
    const isCut = at === undefined && owner?.generation === done.generation
    const missing =
      isCut && owner.shipped > done.seq
        ? `The end of the backup is missing: the server had shipped up to segment ${owner.shipped}, and this is segment ${done.seq}. What was committed last is not in it.`
        : undefined
    return { ...done, file, uncertain: [...done.uncertain, ...unseenIn(owner, isCut)], missing }
  } finally {
    await rm(beside, { recursive: true, force: true })
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
