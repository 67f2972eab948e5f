import { randomBytes } from 'node:crypto'
import type { Database } from '../database.ts'
import { seal, unseal } from '../sealed.ts'
import { findStored, insertSetting, replaceSetting, type Settings } from '../settings/store.ts'
import { findNextKey, findSecretKey, type KeyPlace, makeSecretKey, takeNextKey } from './key.ts'

type Sealed = Extract<Settings['secret'], { sealed: string }>

/** The secrets this process has opened, by their sealed text. */
const opened = new Map<string, string>()

/** The database holds a secret that was sealed with another key; the message is a sentence. */
export class WrongSecretKey extends Error {}

/**
 * The secret of this installation: what keys, tokens and third-party passwords are sealed with, and
 * what short-lived codes are made with. It is in the database, sealed with a key that is not; the
 * first start makes both. Throws `WrongSecretKey` where the key is missing or another one.
 */
export async function openSecret(db: Database, place: KeyPlace): Promise<string> {
  const before = await findStored(db, 'secret')
  if (typeof before === 'object') return unsealed(before, place)
  const key = findSecretKey(place) ?? makeSecretKey(place)
  if (before === undefined) await insertSetting(db, 'secret', newSecret(key))
  // Releases before 0.2 stored it unsealed.
  else await replaceSetting(db, 'secret', before, sealWith(key, before))
  // Of several processes that start at the same moment the first decides.
  return unsealed((await findStored(db, 'secret')) as Sealed, place)
}

/** The secret, for callers that have only the database. Call `openSecret` before. */
export async function findSecret(db: Database): Promise<string> {
  const stored = await findStored(db, 'secret')
  if (typeof stored === 'object') {
    const secret = opened.get(stored.sealed)
    if (secret === undefined) throw new WrongSecretKey('The secret of the database is not opened.')
    return secret
  }
  if (stored !== undefined) return stored
  await insertSetting(db, 'secret', randomText())
  return findSecret(db)
}

/** A stored secret. */
export const sealWith = (key: Buffer, secret: string): Sealed => ({
  sealed: seal(secret, key.toString('base64url')),
})

/** The stored secret, if this key opens it. */
export function unsealWith(key: Buffer, { sealed }: Sealed): string | undefined {
  try {
    return unseal(sealed, key.toString('base64url'))
  } catch {
    return undefined
  }
}

export const randomText = () => randomBytes(32).toString('base64url')

const newSecret = (key: Buffer) => sealWith(key, randomText())

function unsealed(stored: Sealed, place: KeyPlace): string {
  const key = findSecretKey(place)
  const secret = key && unsealWith(key, stored)
  const next = secret === undefined ? findNextKey(place) : undefined
  const rotated = next && unsealWith(next, stored)
  // A rotation was interrupted after the database had changed and before the file had.
  if (rotated !== undefined) takeNextKey(place)
  const found = secret ?? rotated
  if (found === undefined) throw new WrongSecretKey(sentenceFor(key, place))
  opened.set(stored.sealed, found)
  return found
}

function sentenceFor(key: Buffer | undefined, { key: given, keyFile }: KeyPlace): string {
  const source = given ? 'SECRET_KEY' : keyFile
  const what = key
    ? `The secrets in the database are sealed with another key than that of ${source}.`
    : `The secrets in the database are sealed, and there is no key at ${keyFile}.`
  return `${what} Give the right one as SECRET_KEY or in the file SECRET_KEY_FILE; a restore from a backup brings it by itself. Nothing was changed.`
}
