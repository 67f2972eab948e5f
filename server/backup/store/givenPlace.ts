import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../base/config.ts'
import { findKey } from './key.ts'
import { openVault, type Vault } from './vault.ts'

/** Where backups go, as the main admin named it in the console. */
export type GivenPlace = Pick<
  Config['backup'],
  'place' | 'endpoint' | 'region' | 'keyId' | 'secret'
>

/** The file in the data folder, and its name in the vault. */
const FILE = 'backup.place'

/**
 * The configuration with the store that was named in the console, where the environment names none.
 * It is in a file and not in the database, as it is needed before that is opened. One that the key
 * does not open is left out, with a sentence: a shop without backups serves, and Home says so.
 */
export async function withGivenPlace(
  config: Config,
  say: (sentence: string) => void,
): Promise<Config> {
  const file = join(config.dataDir, FILE)
  if (config.backup.place || !existsSync(file)) return config
  try {
    const key = findKey(config.backup)
    if (!key) throw new Error(`there is no key at ${config.backup.keyFile}.`)
    const text = await openVault(key).open(FILE, readFileSync(file))
    const given = JSON.parse(text.toString()) as GivenPlace
    return { ...config, backup: { ...config.backup, ...given, isOfConsole: true } }
  } catch (error) {
    say(`Backups are off: ${file} cannot be read: ${(error as Error).message}`)
    return config
  }
}

/** Keeps a place, sealed, for the next start: wholly or not at all. */
export async function keepGivenPlace(
  dataDir: string,
  vault: Vault,
  given: GivenPlace,
): Promise<void> {
  const half = join(dataDir, `${FILE}.half`)
  const packed = await vault.pack(FILE, Buffer.from(JSON.stringify(given)))
  rmSync(half, { force: true })
  const file = openSync(half, 'wx', 0o600)
  try {
    writeSync(file, packed)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(half, join(dataDir, FILE))
}
