import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../base/config.ts'
import { command } from '../../base/installation.ts'
import { isEmbedded } from '../../database/database.ts'
import { folderStore } from '../store/folderStore.ts'
import { findKey, makeKey, nameOf } from '../store/key.ts'
import { readState } from './localState.ts'
import { checkOwner, findOwner, Taken, WrongKey } from '../store/owner.ts'
import { checkLeft } from './chain.ts'
import { sortNames } from '../store/names.ts'
import { s3Store } from '../store/s3Store.ts'
import type { Store } from '../store/store.ts'
import { openVault } from '../store/vault.ts'

type Settings = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>

/** Why the server does not start, or a command does nothing, in a sentence. */
export class BackupRefused extends Error {}

/** The configured store. Throws a sentence for an invalid configuration. */
export function openStore({ place, ...s3 }: Config['backup']): Store {
  if (!place.startsWith('s3://')) return folderStore(resolve(place.replace(/^file:\/\//, '')))
  if (!URL.canParse(place) || new URL(place).host === '')
    throw new BackupRefused(
      `BACKUP must be a folder, or such as s3://bucket/folder, not "${place}".`,
    )
  if (!s3.keyId || !s3.secret)
    throw new BackupRefused('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return s3Store({ ...s3, url: place })
}

/** Command line options for the store. */
const BEGIN_ANEW = '--begin-anew'
const TAKE_OVER = '--take-over-backup'

/**
 * Checks the store before the database is opened: what shipping needs, or undefined where it is
 * off.
 *
 * Throws `BackupRefused` when the data folder is empty and the store is not, or belongs to another
 * server, or was made with another key. A store that is away prevents a start only from an empty
 * folder.
 */
export async function prepareBackup(
  { backup, dataDir, databaseUrl }: Settings,
  {
    words,
    say,
    isTerminal = false,
  }: { words: readonly string[]; say: (text: string) => void; isTerminal?: boolean },
) {
  if (!backup.place) return undefined
  if (!isEmbedded(databaseUrl)) {
    say('BACKUP is for the embedded database. PostgreSQL is backed up by its own means.')
    return undefined
  }
  const file = databaseUrl.replace(/^file:/, '')
  const store = openStore(backup)
  const isNew = !existsSync(file)
  const takeOver = words.includes(TAKE_OVER) || words.includes(BEGIN_ANEW)
  const stored = await store.list().catch((error: unknown) => {
    if (!isNew || words.includes(BEGIN_ANEW)) return undefined
    throw new BackupRefused(
      `The data folder ${dataDir} is empty, and whether there is a backup to restore cannot be seen. ${(error as Error).message} Start again when the store is there, or with ${BEGIN_ANEW}.`,
      { cause: error },
    )
  })
  const hasWhole = sortNames(stored ?? []).some(({ snapshots }) =>
    snapshots.some(({ isWhole }) => isWhole),
  )
  if (isNew && hasWhole && !words.includes(BEGIN_ANEW))
    throw new BackupRefused(
      `The data folder ${dataDir} is empty, and there is a backup at ${store.place}. Restore it: ${command('backup restore')}. Or start without BACKUP, restore on the set-up page, and name it again. To begin anew instead, start once with ${BEGIN_ANEW}; the backup stays.`,
    )
  let key = findKey(backup)
  if (!key) {
    if (stored && stored.length > 0)
      throw new BackupRefused(
        `There is a backup at ${store.place}, and no key to it. Give it as BACKUP_KEY or in the file ${backup.keyFile}.`,
      )
    const made = makeKey(backup, { isTerminal })
    say(made.sentence)
    key = made.key
  }
  const vault = openVault(key)
  const state = readState(dataDir)
  try {
    const owner = stored && (await findOwner(store, vault))
    if (!takeOver) checkOwner(store, owner, [state.instance, state.takesOver])
  } catch (error) {
    if (error instanceof Taken || error instanceof WrongKey)
      throw new BackupRefused(error.message, { cause: error })
    // It is away now and is tried again while the server runs.
  }
  checkLeft(file, state)
  return {
    store,
    vault,
    keyName: nameOf(key),
    state,
    takeOver,
    file,
    dataDir,
    keepMs: backup.days * 86_400_000,
  }
}

export type Prepared = NonNullable<Awaited<ReturnType<typeof prepareBackup>>>
