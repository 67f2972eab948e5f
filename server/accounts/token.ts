import { randomBytes } from 'node:crypto'

/** A token for the subscription link of an account. The token grants access to the account. */
export function newToken(): string {
  return randomBytes(16).toString('hex')
}
