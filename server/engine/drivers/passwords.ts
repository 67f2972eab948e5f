import { isWireGuardPort } from '#rules/ports.ts'
import { ciphersOf, type DriverKind } from './kinds.ts'

/** Why a port is not even requested; a state's `reason`. */
export type Unfit = 'password not supported' | 'method not supported' | 'port not supported'

type Terms = { port: number; password: string; method: string }

/** A Curve25519 key of 32 bytes in base64. The agent puts it into a shell command unescaped. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/
/** Control characters, and lone surrogates, which UTF-8 cannot encode. */
const UNSAYABLE = /[\p{Cc}\p{Cs}]/u
/** The manager of shadowsocks-libev writes a password unescaped into a file of JSON. */
const UNESCAPED = /["\\]/
const MAX_BYTES = 127

/**
 * Why a kind of node cannot carry a port with these terms; undefined where it can.
 *
 * An agent of the deployed manager drives a manager of shadowsocks-libev, so the same rules apply.
 */
export function unfitFor(kind: DriverKind, { port, password, method }: Terms): Unfit | undefined {
  if (kind === 'wireguard') {
    if (!PUBLIC_KEY.test(password)) return 'password not supported'
    return isWireGuardPort(port) ? undefined : 'port not supported'
  }
  if (!ciphersOf(kind).includes(method)) return 'method not supported'
  if (password === '' || UNSAYABLE.test(password)) return 'password not supported'
  if (Buffer.byteLength(password) > MAX_BYTES) return 'password not supported'
  if (kind !== 'rust' && UNESCAPED.test(password)) return 'password not supported'
  return undefined
}
