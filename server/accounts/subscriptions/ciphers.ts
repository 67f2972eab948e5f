const AEAD = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  'xchacha20-ietf-poly1305',
]
const STREAM = [
  'aes-128-cfb',
  'aes-192-cfb',
  'aes-256-cfb',
  'aes-128-ctr',
  'aes-192-ctr',
  'aes-256-ctr',
  'rc4-md5',
  'chacha20-ietf',
]

/**
 * The ciphers each family of clients supports; a profile with another one is refused as a whole.
 *
 * Formats that are not listed are read by clients of many families, so nothing is left out there.
 */
export const CIPHERS = {
  clash: new Set([...AEAD, ...STREAM]),
  mihomo: new Set([...AEAD, ...STREAM, 'chacha20']),
  singbox: new Set([...AEAD, ...STREAM]),
  /** Surge, Loon and Quantumult X. */
  lines: new Set([...AEAD, ...STREAM, 'chacha20']),
  outline: new Set(['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305']),
  /** V2Ray, whose core it uses. */
  mellow: new Set(['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305']),
} as const
