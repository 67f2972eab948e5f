import { hostParts } from '#rules/serverHost.ts'

/** What node programs there are: three of the deployed manager's agents, and two engines' managers. */
export type DriverKind = 'ssmgr' | 'tiny' | 'wireguard' | 'libev' | 'rust'

/** The address of a node program, and its credentials. */
export type NodePlace = { host: string; port: number; password: string }

/** A server of plane `manager`, as far as its driver needs it. */
export type DrivenServer = NodePlace & { id: number; method: string; driver: DriverKind }

/** The address of a server's node program: the part before the names that clients are shown. */
export const addressIn = (host: string): string => hostParts(host)[0] ?? ''

/** The 19 ciphers of the specification. Spec 9. */
export const CIPHERS = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  'xchacha20-ietf-poly1305',
  'aes-128-cfb',
  'aes-192-cfb',
  'aes-256-cfb',
  'aes-128-ctr',
  'aes-192-ctr',
  'aes-256-ctr',
  'camellia-128-cfb',
  'camellia-192-cfb',
  'camellia-256-cfb',
  'rc4-md5',
  'bf-cfb',
  'salsa20',
  'chacha20',
  'chacha20-ietf',
] as const

/** What shadowsocks-rust does not support in any build. */
const NOT_IN_RUST = ['aes-192-gcm', 'bf-cfb', 'salsa20', 'chacha20']

/**
 * The ciphers that may be chosen for a kind of node; none on WireGuard, which has its own.
 *
 * An agent's is set for the whole node by its operator, so clients are given that one. Which ones a
 * build of shadowsocks-rust has depends on its features: it reports so when a port is opened.
 */
export function ciphersOf(kind: DriverKind): readonly string[] {
  if (kind === 'wireguard') return []
  return kind === 'rust' ? CIPHERS.filter((name) => !NOT_IN_RUST.includes(name)) : CIPHERS
}
