import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  type CipherGCM,
  type CipherGCMTypes,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  newSalt,
  openBox,
  openPacket,
  openSession,
  sealBox,
  sealPacket,
  secretOf,
  TAG_BYTES,
} from '../../../server/engine/cipher/aead.ts'
import { readChunks, sealChunks, sealedBytes } from '../../../server/engine/cipher/chunks.ts'
import { openReplays } from '../../../server/engine/cipher/replays.ts'

const METHODS = [
  ['aes-128-gcm', 'aes-128-gcm', 16],
  ['aes-192-gcm', 'aes-192-gcm', 24],
  ['aes-256-gcm', 'aes-256-gcm', 32],
  ['chacha20-ietf-poly1305', 'chacha20-poly1305', 32],
] as const

/** Shadowsocks' AEAD as its description has it (SIP004), box by box. */
function byTheBook(algorithm: string, keyBytes: number, password: string, salt: Buffer) {
  const md5 = (...parts: (Buffer | string)[]) => {
    const hash = createHash('md5')
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  const first = md5(password)
  const key = Buffer.concat([first, md5(first, password)]).subarray(0, keyBytes)
  const subkey = Buffer.from(hkdfSync('sha1', key, salt, 'ss-subkey', keyBytes))
  let count = 0n
  const nonce = () => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64LE(count)
    count += 1n
    return bytes
  }
  const named = algorithm as CipherGCMTypes
  const options = { authTagLength: 16 }
  return {
    seal(plain: Buffer): Buffer {
      const cipher: CipherGCM = createCipheriv(named, subkey, nonce(), options)
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([sealed, cipher.getAuthTag()])
    },
    open(box: Buffer): Buffer {
      const decipher = createDecipheriv(named, subkey, nonce(), options)
      decipher.setAuthTag(box.subarray(-16))
      return Buffer.concat([decipher.update(box.subarray(0, -16)), decipher.final()])
    },
  }
}

describe.each(METHODS)('%s', (method, algorithm, keyBytes) => {
  const password = 'a password of some length'
  const secret = secretOf(method, password)!

  test('seals and opens as its description says, also beyond 256 boxes', () => {
    const salt = newSalt(secret)
    expect([salt.length, secret.keyBytes, secret.key.length]).toEqual([
      keyBytes,
      keyBytes,
      keyBytes,
    ])
    const [mine, theirs] = [openSession(secret, salt), openSession(secret, salt)]
    const [reader, writer] = [1, 2].map(() => byTheBook(algorithm, keyBytes, password, salt))
    for (let at = 0; at < 600; at += 1) {
      const plain = randomBytes(at % 5)
      const out = Buffer.alloc(3 + plain.length + TAG_BYTES, 9)
      expect(sealBox(mine, plain, out, 3)).toBe(out.length)
      expect([...out.subarray(0, 3)]).toEqual([9, 9, 9])
      expect(reader!.open(out.subarray(3))).toEqual(plain)
      expect(openBox(theirs, writer!.seal(plain))).toEqual(plain)
    }
  })

  test('has a datagram with a salt of its own, and opens none that is too short', () => {
    const packet = sealPacket(secret, Buffer.from('head'), Buffer.from('body'))
    const salt = packet.subarray(0, keyBytes)
    const { open } = byTheBook(algorithm, keyBytes, password, salt)
    expect(open(packet.subarray(keyBytes)).toString()).toBe('headbody')
    expect(openPacket(secret, packet)?.toString()).toBe('headbody')
    expect(sealPacket(secret, Buffer.alloc(0), Buffer.alloc(0)).subarray(0, keyBytes)).not.toEqual(
      salt,
    )
    const empty = sealPacket(secret, Buffer.alloc(0), Buffer.alloc(0))
    expect([empty.length, openPacket(secret, empty)]).toEqual([keyBytes + 16, Buffer.alloc(0)])
    for (const length of [0, 1, keyBytes - 1, keyBytes, keyBytes + 15])
      expect(openPacket(secret, packet.subarray(0, length))).toBeUndefined()
    const spoilt = Buffer.from(packet)
    spoilt.writeUInt8(spoilt.readUInt8(keyBytes) ^ 1, keyBytes)
    expect(openPacket(secret, spoilt)).toBeUndefined()
    expect(openPacket(secretOf(method, 'another')!, packet)).toBeUndefined()
  })
})

test('the number of a box goes on over each of its bytes, the lowest first', () => {
  const secret = secretOf('aes-128-gcm', 'pw')!
  const session = openSession(secret, newSalt(secret))
  const seal = () => void sealBox(session, Buffer.alloc(0), Buffer.alloc(16), 0)
  expect(session.nonce).toEqual(Buffer.alloc(12))
  seal()
  expect(session.nonce.toString('hex')).toBe('010000000000000000000000')
  session.nonce.write('fffeff', 'hex')
  seal()
  expect(session.nonce.subarray(0, 3).toString('hex')).toBe('00ffff')
  session.nonce.write('ffffff', 'hex')
  seal()
  expect(session.nonce.toString('hex')).toBe('000000010000000000000000')
})

describe('a stream', () => {
  const secret = secretOf('aes-128-gcm', 'pw')!

  test('is cut into chunks of 16,383 bytes, one behind the other', () => {
    const plain = randomBytes(2 * 0x3fff + 5)
    const salt = newSalt(secret)
    const out = Buffer.alloc(7 + sealedBytes(plain.length) + 1)
    expect(sealChunks(openSession(secret, salt), plain, out, 7)).toBe(out.length - 1)
    const { open } = byTheBook('aes-128-gcm', 16, 'pw', salt)
    const pieces: Buffer[] = []
    for (let at = 7; at < out.length - 1;) {
      const size = open(out.subarray(at, at + 18)).readUInt16BE()
      pieces.push(open(out.subarray(at + 18, at + 18 + size + 16)))
      at += 18 + size + 16
    }
    expect(pieces.map(({ length }) => length)).toEqual([0x3fff, 0x3fff, 5])
    expect(Buffer.concat(pieces).equals(plain)).toBe(true)
  })

  test('is read in whole however it comes, and leaves what was read alone', () => {
    const salt = newSalt(secret)
    const sealed = Buffer.alloc(16 + sealedBytes(30))
    sealed.set(salt)
    sealChunks(openSession(secret, salt), Buffer.alloc(30, 7), sealed, 16)
    for (let step = 1; step <= sealed.length; step += 1) {
      const reader = readChunks(secret)
      const got: Buffer[] = []
      for (let at = 0; at < sealed.length; at += step) {
        // The network's buffer is used again for what comes next.
        const lent = Buffer.from(sealed.subarray(at, at + step))
        got.push(...(reader.read(lent) ?? []))
        lent.fill(0)
      }
      expect([step, Buffer.concat(got)]).toEqual([step, Buffer.alloc(30, 7)])
      expect(reader.salt).toEqual(salt)
    }
  })
})

test('fresh salts are hardly ever taken for used ones, wherever they differ', () => {
  const replays = openReplays(600_000, 1 << 12)
  // As full as it gets: 12 of 32 bits for each of two filters.
  for (let at = 0; at < 1 << 13; at += 1) replays.remember(randomBytes(32))
  let taken = 0
  for (let at = 0; at < 20_000; at += 1) {
    const salt = Buffer.alloc(32)
    salt.writeUInt32LE(at, 4 * (at % 8))
    salt.writeUInt32LE(randomBytes(4).readUInt32LE(), 4 * ((at + 3) % 8))
    if (replays.isReplay(salt)) taken += 1
  }
  expect(taken).toBeLessThan(5)
})
