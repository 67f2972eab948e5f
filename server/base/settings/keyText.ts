import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { WrongSettings } from './wrong.ts'

const KEY_BYTES = 32
/** A key's text as we write it, and as others write base64. */
const KEY = /^[\w+/-]{43}=?$/

/** A new key and its text: 43 letters, digits, - and _ (base64url). */
export function newKey(): { key: Buffer; text: string } {
  const key = randomBytes(KEY_BYTES)
  return { key, text: key.toString('base64url') }
}

/** Parses a key. Otherwise throws a sentence that names the source and which key it is. */
export function keyFrom(text: string, source: string, kind: string): Buffer {
  const problem = keyProblem(text, source, kind)
  if (problem) throw new WrongSettings([problem])
  return Buffer.from(text.trim(), 'base64url')
}

/** Why a text is no key, in a sentence; undefined for one. */
export function keyProblem(text: string, source: string, kind: string): string | undefined {
  const trimmed = text.trim()
  if (KEY.test(trimmed) && Buffer.from(trimmed, 'base64url').length === KEY_BYTES) return undefined
  return `${source} must hold ${kind}, which is 43 letters, digits, - and _.`
}

/** Reads a key from a file, as `keyFrom`; a file that cannot be read is named as well. */
export function keyIn(file: string, kind: string): Buffer {
  const source = `The file ${file}`
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const why = (error as Error).message
    throw new WrongSettings([`${source} must hold ${kind}, and cannot be read: ${why}.`])
  }
  return keyFrom(text, source, kind)
}
