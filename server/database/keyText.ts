import { randomBytes } from 'node:crypto'

const KEY_BYTES = 32

/** A new key and its text: 43 letters, digits, - and _ (base64url). */
export function newKey(): { key: Buffer; text: string } {
  const key = randomBytes(KEY_BYTES)
  return { key, text: key.toString('base64url') }
}

/** Parses a key. Otherwise throws a sentence that names the source and which key it is. */
export function keyFrom(text: string, source: string, kind: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length !== KEY_BYTES)
    throw new Error(`${source} must hold ${kind}, which is 43 letters, digits, - and _.`)
  return key
}
