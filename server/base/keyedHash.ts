import { createHmac } from 'node:crypto'

/** What is kept of a code or link: nobody who reads the database can use it. */
export function keyedHash(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${value}`).digest('base64url')
}
