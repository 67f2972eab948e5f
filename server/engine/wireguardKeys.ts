import { generateKeyPairSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32

/** A new pair of Curve25519 keys, each 32 bytes in base64, as WireGuard writes them. */
export function newWireGuardKeys(): { publicKey: string; privateKey: string } {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { publicKey: standard(x), privateKey: standard(d) }
}

/** A new secret for one device and its servers, written as a key is. */
export const newPresharedKey = (): string => randomBytes(KEY_BYTES).toString('base64')

const standard = (base64url: string) => Buffer.from(base64url, 'base64url').toString('base64')
