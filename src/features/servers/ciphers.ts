import { CIPHERS_2022 } from '#rules/ciphers2022.ts'

/** The ciphers the engine of this machine speaks and most apps know; the first is the best for most. */
export const EMBEDDED_CIPHERS = [
  'aes-256-gcm',
  'aes-192-gcm',
  'aes-128-gcm',
  'chacha20-ietf-poly1305',
] as const

/** Those, and the ones of 2022, which only newer apps know. */
export const OWN_CIPHERS = [...EMBEDDED_CIPHERS, ...CIPHERS_2022] as const

/** The ciphers servers may use. Spec 9. */
export const CIPHERS = [
  ...EMBEDDED_CIPHERS,
  'aes-256-cfb',
  'aes-192-cfb',
  'aes-128-cfb',
  'aes-256-ctr',
  'aes-192-ctr',
  'aes-128-ctr',
  'camellia-256-cfb',
  'camellia-192-cfb',
  'camellia-128-cfb',
  'chacha20-ietf',
  'chacha20',
  'xchacha20-ietf-poly1305',
  'salsa20',
  'bf-cfb',
  'rc4-md5',
] as const

/** Tells whether a cipher lets others read or change what passes: one without authentication. */
export function isWeakCipher(method: string): boolean {
  return !/gcm|poly1305|^2022-/.test(method)
}
