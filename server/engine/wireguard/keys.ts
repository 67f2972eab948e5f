const KEY = /^[A-Za-z0-9+/]{43}=$/
const BYTES = 32

/** Whether a text is a key as WireGuard writes them: 32 bytes in canonical base64. */
export function isKey(text: unknown): text is string {
  if (typeof text !== 'string' || !KEY.test(text)) return false
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === BYTES && bytes.toString('base64') === text
}

/** The same key as the sockets of userspace programs write it. */
export const hexOf = (key: string): string => Buffer.from(key, 'base64').toString('hex')

/** And back. */
export const keyOf = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
