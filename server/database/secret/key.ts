import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../base/makeFolder.ts'
import { CannotStart } from '../cannotStart.ts'
import { keyFrom, keyIn, newKey } from '../../base/settings/keyText.ts'

/** Where the key is: given by the environment, or in a file. */
export type KeyPlace = { key: string; keyFile: string }

const KIND = 'a secret key'

/**
 * The key that seals the installation's secret. It is stored outside the database, so that a copy
 * of the database alone opens nothing. Undefined where there is none yet; throws a sentence for an
 * invalid one.
 */
export function findSecretKey({ key, keyFile }: KeyPlace): Buffer | undefined {
  if (key) return keyFrom(key, 'SECRET_KEY', KIND)
  if (existsSync(keyFile)) return readKey(keyFile)
  return undefined
}

/** The next key of an interrupted rotation, if there is one. */
export function findNextKey({ key, keyFile }: KeyPlace): Buffer | undefined {
  return !key && existsSync(nextOf(keyFile)) ? readKey(nextOf(keyFile)) : undefined
}

/**
 * Generates a key and writes it to the file, synced to disk before this returns and readable by its
 * owner alone. Of several processes that do so at the same moment all get the key of the first.
 */
export function makeSecretKey({ keyFile }: KeyPlace): Buffer {
  const whole = `${keyFile}.${process.pid}`
  writeKey(whole, newKey().text)
  try {
    linkSync(whole, keyFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(whole)
  }
  return readKey(keyFile)
}

/** Generates the next key; the present one stays until `takeNextKey`. */
export function makeNextKey({ keyFile }: KeyPlace): Buffer {
  rmSync(nextOf(keyFile), { force: true })
  const { key, text } = newKey()
  writeKey(nextOf(keyFile), text)
  return key
}

/** Replaces the present key with the next one. */
export function takeNextKey({ keyFile }: KeyPlace): void {
  renameSync(nextOf(keyFile), keyFile)
}

const nextOf = (keyFile: string) => `${keyFile}.next`

const readKey = (file: string) => keyIn(file, KIND)

function writeKey(file: string, text: string): void {
  try {
    makeFolder(dirname(file))
    const descriptor = openSync(file, 'wx', 0o600)
    writeSync(descriptor, `${text}\n`)
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    const why = (error as Error).message
    throw new CannotStart(
      `The secret key cannot be written (${why}). Give its folder to the user who starts this, or name a file elsewhere in SECRET_KEY_FILE.`,
      { cause: error },
    )
  }
}
