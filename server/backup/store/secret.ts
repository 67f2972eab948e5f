import { join, resolve } from 'node:path'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import { openDatabase } from '../../database/database.ts'
import type { Vault } from './vault.ts'
import { changeSetting, findStored } from '../../database/settings/store.ts'
import { findSecretKey, makeSecretKey } from '../../database/secret/key.ts'
import { sealWith, unsealWith, WrongSecretKey } from '../../database/secret/secret.ts'

/** Its name in the vault. */
const NAME = 'secret'

/**
 * Stores the secret in the database a second time, sealed with the operator's backup key: a restore
 * elsewhere, from the backup and its key alone, can open what is in it.
 */
export async function storeForBackup(db: Database, vault: Vault, secret: string): Promise<void> {
  const stored = await findStored(db, 'secretInBackup')
  if (stored && (await readWith(vault, stored)) === secret) return
  const packed = await vault.pack(NAME, Buffer.from(secret))
  await changeSetting(db, 'secretInBackup', packed.toString('base64url'))
}

/**
 * Makes sure that a restored copy can be opened in a data folder: its secret is sealed with the key
 * that is there, which other copies may need as well, or else with a new one.
 *
 * Throws `WrongSecretKey`, and makes nothing, where neither the key there nor the backup key opens
 * it; in a folder other than the configured one that is left to whoever starts on it.
 */
export async function adoptSecret(
  file: string,
  vault: Vault,
  folder: string,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
): Promise<void> {
  const isOwn = resolve(folder) === resolve(dataDir)
  const place = isOwn ? secretKey : { ...secretKey, keyFile: join(folder, 'secret.key') }
  const db = openDatabase(`file:${file}`)
  try {
    const stored = await findStored(db, 'secret').catch(() => undefined)
    // From a release that stored it unsealed: the first start seals it.
    if (typeof stored !== 'object') return
    const key = findSecretKey(place)
    if (key && unsealWith(key, stored) !== undefined) return
    const secret = await secretIn(db, vault)
    if (secret !== undefined)
      await changeSetting(db, 'secret', sealWith(key ?? makeSecretKey(place), secret))
    else if (isOwn)
      throw new WrongSecretKey(
        'The secrets in the backup are sealed with a key that is not here, and it does not bring one. Give the key of that time as SECRET_KEY or in the file SECRET_KEY_FILE, then restore again. Nothing was changed.',
      )
  } finally {
    await db.destroy()
  }
}

async function secretIn(db: Database, vault: Vault): Promise<string | undefined> {
  const stored = await findStored(db, 'secretInBackup')
  return stored === undefined ? undefined : readWith(vault, stored)
}

const readWith = (vault: Vault, packed: string) =>
  vault.open(NAME, Buffer.from(packed, 'base64url')).then(String, () => undefined)
