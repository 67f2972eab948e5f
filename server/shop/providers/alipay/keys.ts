import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** Bits below which Alipay's RSA2 rejects a key. */
const MIN_KEY_BITS = 2048

/**
 * The private key in a pasted text, as PKCS#8 PEM; undefined where there is none.
 *
 * Alipay's own tool writes PKCS#1 or PKCS#8, with or without the PEM header lines.
 */
export function readPrivateKey(text: string): string | undefined {
  const der = bytesOf(text)
  const key = firstOf(['pkcs8', 'pkcs1'] as const, (type) =>
    createPrivateKey({ key: der, format: 'der', type }),
  )
  return key?.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The public key in a pasted text, as SPKI PEM; undefined where there is none. */
export function readPublicKey(text: string): string | undefined {
  // A public key can be derived from a private one, but that would not be the intended one.
  if (readPrivateKey(text) !== undefined) return undefined
  const der = bytesOf(text)
  const key = firstOf(['spki', 'pkcs1'] as const, (type) =>
    createPublicKey({ key: der, format: 'der', type }),
  )
  return key && pemOf(key)
}

/** Whether a public key belongs to a private one, both PEM: people paste their own for Alipay's. */
export function isPair(privateKey: string, publicKey: string): boolean {
  return pemOf(createPublicKey(privateKey)) === publicKey
}

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

const bytesOf = (text: string) => Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')

function firstOf<Type>(types: readonly Type[], read: (type: Type) => KeyObject) {
  for (const type of types) {
    try {
      const key = read(type)
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
      if (key.asymmetricKeyType === 'rsa' && bits >= MIN_KEY_BITS) return key
    } catch {
      // Not in this format; the next one may fit.
    }
  }
  return undefined
}
