import { createHash } from 'node:crypto'

/** The key that a client of Trojan sends for a password: 56 hexadecimal digits of its SHA-224. */
export function trojanKey(password: string): string {
  return createHash('sha224').update(password).digest('hex')
}
