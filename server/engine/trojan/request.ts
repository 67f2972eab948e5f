import { type Destination, readDestination } from '../../network/address.ts'

/** Digits of a user's key. */
const KEY_BYTES = 56
const CR = 13
const LF = 10
const CONNECT = 1
const UDP_ASSOCIATE = 3

/** Bytes of a key and the end of its line. */
export const KEY_LINE_BYTES = KEY_BYTES + 2

/**
 * What stands where a client's first bytes have the key; undefined where they are no request of
 * Trojan. Every client sends it in one TLS record, which arrives whole or not at all, so a shorter
 * beginning is not waited for: a web server answers one that begins like that at once, and what
 * waited could be told from it.
 */
export function keyIn(first: Buffer): string | undefined {
  if (first[KEY_BYTES] !== CR || first[KEY_BYTES + 1] !== LF) return undefined
  return first.toString('latin1', 0, KEY_BYTES)
}

/** What a client with a key wants; `headerBytes` are those before its payload. */
export type TrojanRequest = { headerBytes: number } & (
  | { command: 'connect'; to: Destination }
  | { command: 'udp' }
)

/** Parses what stands behind the key's line. */
export function readRequest(data: Buffer): TrojanRequest | 'incomplete' | 'invalid' {
  const [command] = data
  if (command === undefined) return 'incomplete'
  if (command !== CONNECT && command !== UDP_ASSOCIATE) return 'invalid'
  // The address of an association is where it comes from, and often no address at all.
  const to = command === CONNECT ? readDestination(data.subarray(1)) : addressBytes(data)
  if (typeof to === 'string') return to
  const end = 1 + (typeof to === 'number' ? to : to.headerBytes)
  if (data.length < end + 2) return 'incomplete'
  if (data[end] !== CR || data[end + 1] !== LF) return 'invalid'
  const headerBytes = end + 2
  return typeof to === 'number'
    ? { command: 'udp', headerBytes }
    : { command: 'connect', to, headerBytes }
}

/** How long the SOCKS address behind the command is. */
function addressBytes(data: Buffer): number | 'incomplete' | 'invalid' {
  const [, type, length] = data
  if (type === undefined || length === undefined) return 'incomplete'
  const bytes = { 1: 4, 3: 1 + length, 4: 16 }[type]
  return bytes === undefined ? 'invalid' : 1 + bytes + 2
}
