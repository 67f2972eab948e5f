import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../base/config.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../database.ts'
import type { Vault } from '../backup/vault.ts'
import { changeSetting, findStored } from '../settings/store.ts'
import { findSecretKey, makeSecretKey } from './key.ts'
import { sealWith, unsealWith } from './secret.ts'

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
 * Makes sure that a restored database can be opened in its folder: with the configured key, or else
 * with a new one, in the folder.
 *
 * `isFresh` says that a key file there belongs to a console that holds nothing yet: it is kept, and
 * becomes the restored database's.
 */
export async function adoptSecret(
  file: string,
  vault: Vault,
  folder: string,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
  { isFresh = false } = {},
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
    if (secret === undefined) return
    if (!isFresh && !place.key && existsSync(place.keyFile))
      throw new Error(
        `The file ${place.keyFile} holds the key of another installation. Move it away first.`,
      )
    await changeSetting(db, 'secret', sealWith(key ?? makeSecretKey(place), secret))
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
