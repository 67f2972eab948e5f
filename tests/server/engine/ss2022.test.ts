import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBox, sealBox, type Session, TAG_BYTES } from '../../../server/engine/cipher/aead.ts'
import {
  identityOf,
  keyOf,
  type Method2022,
  methodNamed,
  openBlock,
  openSession2022,
  sealBlock,
} from '../../../server/engine/cipher/ss2022/keys.ts'
import { openDatagrams2022, openStream2022 } from '../../../server/engine/cipher/ss2022/client.ts'
import {
  identityBlock,
  openAnswers,
  openPacket2022,
} from '../../../server/engine/cipher/ss2022/packet.ts'
import {
  CHUNK_BYTES_2022,
  openReply,
  sealedBytes2022,
} from '../../../server/engine/cipher/ss2022/reply.ts'
import { type Door, readRequest } from '../../../server/engine/cipher/ss2022/request.ts'
import { subkeyOf } from '../../../server/engine/cipher/ss2022/xchacha.ts'
import { openIdWindow } from '../../../server/engine/cipher/ss2022/window.ts'
import { addressTo } from '../../../server/network/address.ts'

const NOW = 1_800_000_000
const nowS = () => NOW
const NAMES = [
  '2022-blake3-aes-128-gcm',
  '2022-blake3-aes-256-gcm',
  '2022-blake3-chacha20-poly1305',
] as const
const method = (name: string = NAMES[0]) => methodNamed(name) as Method2022
const TARGET = addressTo('example.com', 443)
const HELLO = Buffer.from('hello')

function box(session: Session, plain: Buffer): Buffer {
  const out = Buffer.alloc(plain.length + TAG_BYTES)
  sealBox(session, plain, out, 0)
  return out
}

/** A request as a client makes it (SIP022 3.1), with one thing that may be wrong. */
function requestOf(
  key: Buffer,
  {
    name = NAMES[0] as string,
    type = 0,
    skew = 0,
    padding = 3,
    first = HELLO,
    address = TARGET,
    says = -1,
  } = {},
) {
  const salt = randomBytes(method(name).keyBytes)
  const session = openSession2022(method(name), key, salt)
  const count = Buffer.alloc(2)
  count.writeUInt16BE(says < 0 ? padding : says)
  const variable = Buffer.concat([address, count, Buffer.alloc(padding), first])
  const fixed = Buffer.alloc(11)
  fixed[0] = type
  fixed.writeBigInt64BE(BigInt(NOW + skew), 1)
  fixed.writeUInt16BE(variable.length, 9)
  return {
    salt,
    session,
    bytes: Buffer.concat([salt, box(session, fixed), box(session, variable)]),
  }
}

describe('a request', () => {
  const key = randomBytes(16)
  const read = (bytes: Buffer, door: Door<string> = { method: method(), key }) => {
    const reader = readRequest(door, nowS)
    return { reader, pieces: reader.read(bytes) }
  }

  test.each(NAMES)(
    'of %s says where to, and its payload, also what comes a chunk later',
    (name) => {
      const own = randomBytes(method(name).keyBytes)
      const { bytes, session } = requestOf(own, { name })
      const { reader, pieces } = read(bytes, { method: method(name), key: own })
      expect(pieces).toEqual([TARGET, HELLO])
      const size = Buffer.from([0xff, 0xff])
      const large = randomBytes(0xffff)
      expect(reader.read(Buffer.concat([box(session, size), box(session, large)]))).toEqual([large])
    },
  )

  test('without payload has padding', () => {
    const none = Buffer.alloc(0)
    expect(read(requestOf(key, { first: none }).bytes).pieces).toEqual([TARGET])
    expect(read(requestOf(key, { first: none, padding: 0 }).bytes).reader.refused).toBe('malformed')
    expect(read(requestOf(key, { padding: 0 }).bytes).pieces).toEqual([TARGET, HELLO])
  })

  test.each([
    [-31, 'clock'],
    [-30, undefined],
    [30, undefined],
    [31, 'clock'],
  ])('of a clock that differs by %i s is refused by %s', (skew, refused) => {
    const { reader } = read(requestOf(key, { skew }).bytes)
    expect([reader.skewS, reader.refused]).toEqual([skew, refused])
    expect(reader.salt === undefined).toBe(refused !== undefined)
  })

  test.each([
    ['an answer sent back', { type: 1 }],
    ['more padding than there is', { says: 9 }],
    ['no address', { address: Buffer.from([9, 1, 2, 3, 4, 5, 6]) }],
  ])('that is %s is malformed, and nothing is read behind it', (_, wrong) => {
    const { bytes } = requestOf(key, wrong)
    const { reader, pieces } = read(bytes)
    expect([reader.refused, pieces]).toEqual(['malformed', undefined])
    expect(reader.read(bytes)).toBeUndefined()
  })

  test('by another key, or changed in any byte, is refused', () => {
    expect(read(requestOf(randomBytes(16)).bytes).reader.refused).toBe('wrongKey')
    const { bytes } = requestOf(key)
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect([at, read(changed).pieces]).toEqual([at, undefined])
    }
  })

  test('of one of many is sealed with their own key, and answered with it', () => {
    const own = randomBytes(16)
    const find = (identity: string) =>
      identity === identityOf(own) ? { key: own, user: 'ada' } : undefined
    const door = { method: method(), key, find }
    const { salt, bytes } = requestOf(own)
    // The identity is sealed with a key of the server's and the salt, made by another derivation.
    const reader = readRequest(door, nowS)
    expect(reader.read(Buffer.concat([salt, randomBytes(16), bytes.subarray(16)]))).toBeUndefined()
    expect(reader.refused).toBe('wrongKey')
  })
})

describe('an answer', () => {
  test.each(NAMES)(
    'of %s names the request it is for, in chunks of 65,535 bytes at most',
    (name) => {
      const key = randomBytes(method(name).keyBytes)
      const requestSalt = randomBytes(method(name).keyBytes)
      const reply = openReply(method(name), { key, salt: requestSalt }, nowS)
      const payload = randomBytes(CHUNK_BYTES_2022 + 7)
      const out = Buffer.alloc(sealedBytes2022(payload.length))
      const bytes = out.subarray(0, reply.seal(payload, out, 0))
      const k = method(name).keyBytes
      expect(bytes.subarray(0, k)).toEqual(reply.salt)
      const session = openSession2022(method(name), key, reply.salt)
      const header = openBox(session, bytes.subarray(k, 2 * k + 27))
      expect([header[0], Number(header.readBigUInt64BE(1))]).toEqual([1, NOW])
      expect(header.subarray(9, 9 + k)).toEqual(requestSalt)
      let at = 2 * k + 27
      const first = header.readUInt16BE(9 + k)
      expect(first).toBe(CHUNK_BYTES_2022)
      const plains = [openBox(session, bytes.subarray(at, at + first + TAG_BYTES))]
      at += first + TAG_BYTES
      expect(openBox(session, bytes.subarray(at, at + 18)).readUInt16BE()).toBe(7)
      plains.push(openBox(session, bytes.subarray(at + 18)))
      expect(Buffer.concat(plains)).toEqual(payload)
    },
  )
})

describe('a client', () => {
  const keys = { port: randomBytes(16), user: undefined }
  /** What a server answers to a request with this salt, now and then. */
  function answerTo(salt: Buffer, now = nowS) {
    const reply = openReply(method(), { key: keys.port, salt }, now)
    const out = Buffer.alloc(sealedBytes2022(HELLO.length))
    return out.subarray(0, reply.seal(HELLO, out, 0))
  }
  const begin = () => openStream2022(method(), keys, { address: TARGET, first: HELLO, nowS })

  test('is answered for its own request alone, within 30 s', () => {
    const saltOf = ({ opening }: { opening: Buffer }) => opening.subarray(0, 16)
    const stream = begin()
    expect(stream.read(answerTo(saltOf(stream)))).toEqual([HELLO])
    expect(begin().read(answerTo(saltOf(stream)))).toBeUndefined()
    for (const [skew, isTaken] of [
      [30, true],
      [31, false],
      [-30, true],
      [-31, false],
    ] as const) {
      const other = begin()
      const taken = other.read(answerTo(saltOf(other), () => NOW + skew))
      expect([skew, taken !== undefined]).toEqual([skew, isTaken])
    }
  })

  test('takes datagrams of its own session alone', () => {
    const [mine, other] = [1, 2].map(() => openDatagrams2022(method(), keys, nowS))
    const opened = openPacket2022(
      { method: method(), key: keys.port },
      mine!.seal(TARGET, HELLO),
      nowS,
    )
    if ('refused' in opened) throw new Error(opened.refused)
    const answer = openAnswers(method(), opened, nowS).seal(TARGET, HELLO)
    expect(mine?.open(answer)).toEqual(Buffer.concat([TARGET, HELLO]))
    expect(other?.open(answer)).toBeUndefined()
    expect(mine?.open(mine.seal(TARGET, HELLO))).toBeUndefined()
  })
})

describe('a datagram', () => {
  /** As a client seals it (SIP022 3.2), with the identity of SIP023 where the port is of many. */
  function packetOf(port: Buffer, { own = port, skew = 0, type = 0, id = 5n } = {}) {
    const header = Buffer.alloc(16)
    header.set(randomBytes(8))
    header.writeBigUInt64BE(id, 8)
    const fixed = Buffer.alloc(11)
    fixed[0] = type
    fixed.writeBigInt64BE(BigInt(NOW + skew), 1)
    fixed.writeUInt16BE(2, 9)
    const session = openSession2022(method(), own, header.subarray(0, 8))
    const body = Buffer.concat([fixed, Buffer.alloc(2), TARGET, HELLO])
    const sealed = box({ ...session, nonce: Buffer.from(header.subarray(4)) }, body)
    const identity = own === port ? [] : [sealBlock(method(), port, identityBlock(own, header))]
    return {
      header,
      bytes: Buffer.concat([sealBlock(method(), port, header), ...identity, sealed]),
    }
  }
  const key = randomBytes(16)
  const door: Door<string> = { method: method(), key }

  test('opens by the port’s key, or by one of many', () => {
    const { header, bytes } = packetOf(key)
    expect(openPacket2022(door, bytes, nowS)).toMatchObject({
      session: header.toString('hex', 0, 8),
      id: 5n,
      plain: Buffer.concat([TARGET, HELLO]),
    })
    const own = randomBytes(16)
    const many = {
      ...door,
      find: (identity: string) =>
        identity === identityOf(own) ? { key: own, user: 'ada' } : undefined,
    }
    expect(openPacket2022(many, packetOf(key, { own }).bytes, nowS)).toMatchObject({ user: 'ada' })
    const other = packetOf(key, { own: randomBytes(16) }).bytes
    expect(openPacket2022(many, other, nowS)).toEqual({ refused: 'wrongKey' })
  })

  test.each([
    [{ skew: 31 }, 'clock'],
    [{ skew: -31 }, 'clock'],
    [{ type: 1 }, 'malformed'],
  ])('with %o is refused by %s', (wrong, refused) => {
    expect(openPacket2022(door, packetOf(key, wrong).bytes, nowS)).toMatchObject({
      refused,
      ...('skew' in wrong && { skewS: wrong.skew }),
    })
    expect(openPacket2022(door, packetOf(key, { skew: 30 }).bytes, nowS)).toMatchObject({
      skewS: 30,
      plain: Buffer.concat([TARGET, HELLO]),
    })
  })

  test('changed in any byte, or cut, is none', () => {
    const { bytes } = packetOf(key)
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(openPacket2022(door, changed, nowS)).toEqual({ refused: 'wrongKey' })
      expect(openPacket2022(door, bytes.subarray(0, at), nowS)).toEqual({ refused: 'wrongKey' })
    }
  })

  test('is answered in a session of ours, counted from nothing', () => {
    const client = randomBytes(8).toString('hex')
    const answers = openAnswers(method(), { key, session: client }, nowS)
    const sessions = [0n, 1n].map((id) => {
      const bytes = answers.seal(TARGET, HELLO)
      const header = openBlock(method(), key, bytes.subarray(0, 16))
      expect(header.readBigUInt64BE(8)).toBe(id)
      const session = openSession2022(method(), key, header.subarray(0, 8))
      const body = openBox(
        { ...session, nonce: Buffer.from(header.subarray(4)) },
        bytes.subarray(16),
      )
      expect([body[0], body.toString('hex', 9, 17), body.readUInt16BE(17)]).toEqual([1, client, 0])
      expect(body.subarray(19)).toEqual(Buffer.concat([TARGET, HELLO]))
      return header.toString('hex', 0, 8)
    })
    expect(new Set(sessions).size).toBe(1)
  })
})

test('ids come once, in any order within 2,048 of the newest', () => {
  const window = openIdWindow()
  const asked = [0n, 0n, 5n, 3n, 3n, 5n, 2_052n, 4n, 5n, 2_051n, 10_000n, 7_953n, 7_952n, 10_000n]
  expect(asked.map((id) => window.isNew(id))).toEqual([
    true,
    false,
    true,
    true,
    false,
    false,
    true,
    false,
    false,
    true,
    true,
    true,
    false,
    false,
  ])
})

test('HChaCha20 is as in draft-irtf-cfrg-xchacha 2.2.1', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at))
  const nonce = Buffer.from('000000090000004a0000000031415927', 'hex')
  const [subkey] = subkeyOf(key, Buffer.concat([nonce, Buffer.alloc(8)]))
  expect(subkey.toString('hex')).toBe(
    '82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc',
  )
})

test('a key has the method’s length', () => {
  expect(keyOf(method(), randomBytes(16).toString('base64'))).toHaveLength(16)
  for (const bytes of [0, 15, 17, 32])
    expect(keyOf(method(), randomBytes(bytes).toString('base64'))).toBeUndefined()
  expect(methodNamed('aes-128-gcm')).toBeUndefined()
})
