import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { keyFrom, newKey } from '../keyText.ts'

/** Where the key is: given by the environment, or in a file. */
export type KeyPlace = { key: string; keyFile: string }

const KIND = 'a secret key'

/**
 * The key that seals the installation's secret, which lies outside the database, so that a copy of
 * the database alone opens nothing. Undefined where there is none yet; throws a sentence for what
 * is no key.
 */
export function findSecretKey({ key, keyFile }: KeyPlace): Buffer | undefined {
  if (key) return keyFrom(key, 'SECRET_KEY', KIND)
  if (existsSync(keyFile)) return readKey(keyFile)
  return undefined
}

/** The key a rotation had made when it was cut off, if one was. */
export function findNextKey({ key, keyFile }: KeyPlace): Buffer | undefined {
  return !key && existsSync(nextOf(keyFile)) ? readKey(nextOf(keyFile)) : undefined
}

/**
 * Makes a key and keeps it in the file, on the disk before this returns; nobody else may read it.
 * Of several processes that do so at the same moment all get the key of the first.
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

/** Makes the key that is to follow; the present one stays until `takeNextKey`. */
export function makeNextKey({ keyFile }: KeyPlace): Buffer {
  rmSync(nextOf(keyFile), { force: true })
  const { key, text } = newKey()
  writeKey(nextOf(keyFile), text)
  return key
}

/** Puts the key that is to follow in the place of the present one. */
export function takeNextKey({ keyFile }: KeyPlace): void {
  renameSync(nextOf(keyFile), keyFile)
}

const nextOf = (keyFile: string) => `${keyFile}.next`

const readKey = (file: string) => keyFrom(readFileSync(file, 'utf8'), `The file ${file}`, KIND)

function writeKey(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const descriptor = openSync(file, 'wx', 0o600)
  writeSync(descriptor, `${text}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
}
