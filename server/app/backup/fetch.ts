import { rm } from 'node:fs/promises'
import type { Config } from '../../base/config.ts'
import type { Fetched } from '../../backup/restore/fetched.ts'
import { momentsIn } from '../../backup/restore/moment.ts'
import { findOwner, type Owner } from '../../backup/store/owner.ts'
import { retryingStore } from '../../backup/store/retryingStore.ts'
import { restore } from '../../backup/restore/restore.ts'
import type { Store } from '../../backup/store/store.ts'
import { Damaged, type Vault } from '../../backup/store/vault.ts'
import { openDatabase } from '../../database/database.ts'
import { adoptSecret } from '../../backup/store/secret.ts'
import { openSecret } from '../../database/secret/secret.ts'
import { findSetting } from '../../database/settings/store.ts'
import { hasMainAdmin } from '../../people/session/people.ts'
import { soundness } from './check.ts'
import { NoAdmin } from './problem.ts'

/** Pauses between the tries of the first call, ms: somebody waits to hear of a wrong address. */
const FIRST_PAUSES_MS = [500, 1_000]

type Terms = {
  store: Store
  vault: Vault
  /** Gets the copy, and nothing else is there. */
  folder: string
  at: number | undefined
  onProgress: (done: number, of: number) => void
}

/**
 * Restores a copy into a folder, ready for the console of this configuration, which holds nothing
 * yet: migrated, checked, and its secret sealed with the key of this machine.
 *
 * Throws what `problemOf` knows, and leaves no copy then.
 */
export async function fetchCopy(
  { store, vault, folder, at, onProgress }: Terms,
  config: Pick<Config, 'dataDir' | 'secretKey'>,
): Promise<Fetched & { owner: Owner | undefined }> {
  await rm(folder, { recursive: true, force: true })
  try {
    const owner = await findOwner(retryingStore(store, FIRST_PAUSES_MS), vault)
    const { first, last } = await momentsIn(retryingStore(store), vault)
    const options = { store, vault, folder, onProgress, ...(at !== undefined && { at }) }
    const { file, generation, seq, time, uncertain } = await restore(options)
    const { counts, isDamaged, wrong } = await soundness(file)
    if (isDamaged) throw new Damaged(wrong.join(' '))
    await adoptSecret(file, vault, config.dataDir, config)
    const title = await readied(file, config)
    const isCut = at === undefined && owner?.generation === generation && owner.shipped > seq
    const cut = isCut ? [`The segments ${seq + 1} to ${owner.shipped} are missing.`] : []
    const problems = [...cut, ...uncertain, ...wrong]
    return { time, first, last: at === undefined ? time : last, title, ...counts, problems, owner }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Whether a console could start on the copy; the site's name. */
async function readied(file: string, { secretKey }: Pick<Config, 'secretKey'>): Promise<string> {
  const db = openDatabase(`file:${file}`)
  try {
    await openSecret(db, secretKey)
    if (!(await hasMainAdmin(db)))
      throw new NoAdmin('The backup is of a console that was never set up.')
    return (await findSetting(db, 'base')).title ?? ''
  } finally {
    await db.destroy()
  }
}
