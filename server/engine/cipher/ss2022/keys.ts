import { type CipherGCMTypes, createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import { blake3 } from '@noble/hashes/blake3.js'
import type { Session } from '../aead.ts'

/** Bytes of an identity header, and of the block a datagram begins with. */
export const BLOCK_BYTES = 16

/** A method of Shadowsocks 2022 (SIP022). */
export type Method2022 = {
  name: string
  algorithm: CipherGCMTypes
  /** Bytes of a key; the salt of a stream is as long. */
  keyBytes: number
  /** The cipher of single blocks; ChaCha20 has none, and so no identities (SIP023). */
  blocks: 'aes-128-ecb' | 'aes-256-ecb' | undefined
}

/** What node reads of base64 leaves out what it does not know. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const METHODS: readonly Method2022[] = [
  {
    name: '2022-blake3-aes-128-gcm',
    algorithm: 'aes-128-gcm',
    keyBytes: 16,
    blocks: 'aes-128-ecb',
  },
  {
    name: '2022-blake3-aes-256-gcm',
    algorithm: 'aes-256-gcm',
    keyBytes: 32,
    blocks: 'aes-256-ecb',
  },
  // node types this cipher apart from GCM; it is used in exactly the same way.
  {
    name: '2022-blake3-chacha20-poly1305',
    algorithm: 'chacha20-poly1305' as string as CipherGCMTypes,
    keyBytes: 32,
    blocks: undefined,
  },
]

/** A method by its name; undefined for all others. */
export const methodNamed = (name: string): Method2022 | undefined =>
  METHODS.find((method) => method.name === name)

/** The bytes of a key in base64; undefined for what is none, or has not the method's length. */
export function keyOf({ keyBytes }: Method2022, text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes && BASE64.test(text) ? key : undefined
}

/** What a password of 2022 is: the key of a port, and where many share that, the user's own. */
export type Keys2022 = { port: Buffer; user: Buffer | undefined }

/**
 * The keys of a password, which is `key` or `portKey:userKey`; undefined for what is no password of
 * this method. One user's key within another's (SIP023 allows more than two) is none of ours.
 */
export function keysOf(method: Method2022, password: string): Keys2022 | undefined {
  const [port, user, ...more] = password.split(':').map((text) => keyOf(method, text))
  if (!port || more.length > 0) return undefined
  if (!password.includes(':')) return { port, user: undefined }
  return user && method.blocks ? { port, user } : undefined
}

/** One direction of a stream, or the datagrams of a session: what `salt` makes of a key. */
export function openSession2022(method: Method2022, key: Buffer, salt: Uint8Array): Session {
  const subkey = derived('shadowsocks 2022 session subkey', key, salt)
  return {
    algorithm: method.algorithm,
    key: createSecretKey(subkey),
    nonce: Buffer.alloc(12),
  }
}

/** What names a user in an identity header: the first half of their key's hash, as hex. */
export const identityOf = (key: Uint8Array): string =>
  Buffer.from(blake3(key)).toString('hex', 0, BLOCK_BYTES)

/** The identity a stream's header names, which the server's own key seals under the stream's salt. */
export function openIdentity(method: Method2022, serverKey: Buffer, salt: Buffer, block: Buffer) {
  return openBlock(method, identityKey(serverKey, salt), block).toString('hex')
}

/** Names the user of a key, for the header of a stream. */
export function sealIdentity(method: Method2022, { port, user }: Keys2022, salt: Buffer): Buffer {
  if (!user) return Buffer.alloc(0)
  return sealBlock(method, identityKey(port, salt), Buffer.from(identityOf(user), 'hex'))
}

const identityKey = (serverKey: Buffer, salt: Buffer) =>
  derived('shadowsocks 2022 identity subkey', serverKey, salt)

/** Seals one block of 16 bytes. */
export function sealBlock({ blocks }: Method2022, key: Uint8Array, block: Buffer): Buffer {
  return createCipheriv(blocks ?? '', key, null)
    .setAutoPadding(false)
    .update(block)
}

/** Opens one block of 16 bytes; any block opens, to what it may. */
export function openBlock({ blocks }: Method2022, key: Uint8Array, block: Buffer): Buffer {
  return createDecipheriv(blocks ?? '', key, null)
    .setAutoPadding(false)
    .update(block)
}

function derived(context: string, key: Uint8Array, salt: Uint8Array): Uint8Array {
  const material = Buffer.concat([key, salt])
  return blake3(material, { context: Buffer.from(context), dkLen: key.length })
}
