import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** A pair of keys; both are 32 bytes, base64url. */
export type KeyPair = { publicKey: string; privateKey: string }
type Curve = 'Ed25519' | 'X25519'

/** Who somebody is: an Ed25519 pair. */
export const newIdentity = (): KeyPair => pairOf(generateKeyPairSync('ed25519').privateKey)

/** For one link: an X25519 pair. */
export const newExchangeKey = (): KeyPair => pairOf(generateKeyPairSync('x25519').privateKey)

/** Signs with an identity; base64url. */
export function signed({ publicKey, privateKey }: KeyPair, bytes: Buffer): string {
  const key = { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }
  return sign(null, bytes, createPrivateKey({ key, format: 'jwk' })).toString('base64url')
}

/** Whether this identity signed these bytes; false for what is no key or no signature. */
export function isSigned(publicKey: string, bytes: Buffer, signature: string): boolean {
  try {
    const key = publicOf('Ed25519', publicKey)
    return verify(null, bytes, key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** What both ends of an X25519 exchange know. Throws for what is no key, or one of small order. */
export function agreed({ publicKey, privateKey }: KeyPair, theirs: string): Buffer {
  const key = { kty: 'OKP', crv: 'X25519', x: publicKey, d: privateKey }
  return diffieHellman({
    privateKey: createPrivateKey({ key, format: 'jwk' }),
    publicKey: publicOf('X25519', theirs),
  })
}

/** Whether a text is a key as they are written here. */
export const isKey = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{43}$/.test(text)

function publicOf(crv: Curve, x: string): KeyObject {
  if (!isKey(x)) throw new Error('no key')
  return createPublicKey({ key: { kty: 'OKP', crv, x }, format: 'jwk' })
}

function pairOf(key: KeyObject): KeyPair {
  const { x = '', d = '' } = key.export({ format: 'jwk' })
  return { publicKey: x, privateKey: d }
}
