import {
  type CipherGCMTypes,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Bytes of the authentication tag behind every sealed box. */
export const TAG_BYTES = 16

type Method = { algorithm: CipherGCMTypes; keyBytes: number }

/** What a port's method and password come to; the salt of its sessions is as long as the key. */
export type Secret = Method & { key: Buffer }

/** One direction of one session: its key, and a nonce that counts the boxes. */
export type Session = { algorithm: CipherGCMTypes; key: KeyObject; nonce: Buffer }

const methods = new Map<string, Method>([
  ['aes-128-gcm', { algorithm: 'aes-128-gcm', keyBytes: 16 }],
  ['aes-192-gcm', { algorithm: 'aes-192-gcm', keyBytes: 24 }],
  ['aes-256-gcm', { algorithm: 'aes-256-gcm', keyBytes: 32 }],
  // node types this cipher apart from GCM; it is used in exactly the same way.
  [
    'chacha20-ietf-poly1305',
    { algorithm: 'chacha20-poly1305' as string as CipherGCMTypes, keyBytes: 32 },
  ],
])
const options = { authTagLength: TAG_BYTES }
const info = Buffer.from('ss-subkey')

/** Derives the key of a method from a password; undefined for a method this engine lacks. */
export function secretOf(name: string, password: string): Secret | undefined {
  const method = methods.get(name)
  if (!method) return undefined
  const digests: Buffer[] = []
  for (let last = Buffer.alloc(0); digests.length * 16 < method.keyBytes; digests.push(last)) {
    last = createHash('md5').update(last).update(password).digest()
  }
  return { ...method, key: Buffer.concat(digests).subarray(0, method.keyBytes) }
}

/** A fresh salt for one session. */
export function newSalt(secret: Secret): Buffer {
  return randomBytes(secret.keyBytes)
}

/** Starts one direction of the session a salt names. */
export function openSession(secret: Secret, salt: Uint8Array): Session {
  const subkey = hkdfSync('sha1', secret.key, salt, info, secret.keyBytes)
  return {
    algorithm: secret.algorithm,
    key: createSecretKey(new Uint8Array(subkey)),
    nonce: Buffer.alloc(12),
  }
}

/** Seals the session's next box into `out` at `at`; returns where it ends. */
export function sealBox(session: Session, plain: Uint8Array, out: Buffer, at: number): number {
  const cipher = createCipheriv(session.algorithm, session.key, session.nonce, options)
  out.set(cipher.update(plain), at)
  cipher.final()
  out.set(cipher.getAuthTag(), at + plain.length)
  countUp(session.nonce)
  return at + plain.length + TAG_BYTES
}

/** Opens the session's next box. Throws when it is not authentic. */
export function openBox(session: Session, box: Uint8Array): Buffer {
  const end = box.length - TAG_BYTES
  const decipher = createDecipheriv(session.algorithm, session.key, session.nonce, options)
  decipher.setAuthTag(box.subarray(end))
  const plain = decipher.update(box.subarray(0, end))
  decipher.final()
  countUp(session.nonce)
  return plain
}

/** Seals one datagram: the header that names its peer, and its payload. */
export function sealPacket(secret: Secret, header: Buffer, payload: Buffer): Buffer {
  const salt = newSalt(secret)
  const out = Buffer.allocUnsafe(salt.length + header.length + payload.length + TAG_BYTES)
  out.set(salt)
  sealBox(openSession(secret, salt), Buffer.concat([header, payload]), out, salt.length)
  return out
}

/** Opens one datagram; nothing when it is not authentic. */
export function openPacket(secret: Secret, packet: Buffer): Buffer | undefined {
  if (packet.length < secret.keyBytes + TAG_BYTES) return undefined
  const session = openSession(secret, packet.subarray(0, secret.keyBytes))
  try {
    return openBox(session, packet.subarray(secret.keyBytes))
  } catch {
    return undefined
  }
}

function countUp(nonce: Buffer): void {
  for (let i = 0; i < nonce.length; i += 1) {
    const next = ((nonce[i] ?? 0) + 1) & 0xff
    nonce[i] = next
    if (next !== 0) return
  }
}
