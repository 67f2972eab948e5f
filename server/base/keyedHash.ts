import { createHmac } from 'node:crypto'

/** The stored form of a code or link: a copy of the database does not reveal it. */
export function keyedHash(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url')
}
