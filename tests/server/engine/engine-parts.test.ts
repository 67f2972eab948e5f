/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  ipv6Words,
  plainAddress,
  readDestination,
  writeAddress,
} from '../../../server/network/address.ts'
import {
  openPacket,
  openSession,
  sealPacket,
  secretOf,
} from '../../../server/engine/cipher/aead.ts'
import { readChunks, sealChunks, sealedBytes } from '../../../server/engine/cipher/chunks.ts'
import { openMarks } from '../../../server/engine/console/marks.ts'
import { openReplays } from '../../../server/engine/cipher/replays.ts'

const secret = secretOf('aes-192-gcm', 'pw')!

describe('seals', () => {
  test('stretch a password as OpenSSL does', () => {
    expect(secretOf('aes-256-gcm', 'foobar')?.key.toString('hex')).toBe(
      '3858f62230ac3c915f300c664312c63f568378529614d22ddb49237d2f60bfdf',
    )
    expect(secretOf('aes-256-cfb', 'pw')).toBeUndefined()
    expect(secretOf('__proto__', 'pw')).toBeUndefined()
  })

  test('survive every way the network can split a stream', () => {
    const plain = randomBytes(70_000)
    const salt = randomBytes(24)
    const sealed = Buffer.alloc(24 + sealedBytes(plain.length))
    sealed.set(salt)
    expect(sealChunks(openSession(secret, salt), plain, sealed, 24)).toBe(sealed.length)
    for (const step of [1, 17, 18, 4_096, 16_401, 65_536, sealed.length]) {
      const reader = readChunks(secret)
      const got: Buffer[] = []
      for (let at = 0; at < sealed.length; at += step) {
        got.push(...(reader.read(sealed.subarray(at, at + step)) ?? []))
      }
      expect(Buffer.concat(got).equals(plain)).toBe(true)
      expect(reader.salt).toEqual(salt)
    }
  })

  test('break when one bit of them is changed', () => {
    const packet = sealPacket(secret, writeAddress('1.2.3.4', 5), Buffer.from('hello'))
    expect(openPacket(secret, packet)?.subarray(7).toString()).toBe('hello')
    for (let at = 0; at < packet.length; at += 1) {
      const changed = Buffer.from(packet)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(openPacket(secret, changed)).toBeUndefined()
    }
    expect(openPacket(secret, packet.subarray(0, 30))).toBeUndefined()
  })
})

describe('addresses', () => {
  test('are read as they are written', () => {
    for (const host of ['1.2.3.4', '2001:db8:0:0:0:0:0:1']) {
      const header = writeAddress(host, 443)
      const want = { host, port: 443, headerBytes: header.length }
      expect(readDestination(Buffer.concat([header, Buffer.from('more')]))).toEqual(want)
      for (let end = 0; end < header.length; end += 1) {
        expect(readDestination(header.subarray(0, end))).toBe('incomplete')
      }
    }
    expect(ipv6Words('fe80::1.2.3.4%eth0')).toEqual([0xfe80, 0, 0, 0, 0, 0, 0x102, 0x304])
    expect(plainAddress('::ffff:1.2.3.4')).toBe('1.2.3.4')
  })

  test('are refused when they cannot be meant', () => {
    const name = (text: string, port: number) =>
      Buffer.from([3, text.length, ...Buffer.from(text), port >> 8, port & 255])
    expect(readDestination(name('a.example', 80))).toMatchObject({ host: 'a.example', port: 80 })
    expect(readDestination(name('', 80))).toBe('invalid')
    expect(readDestination(name('a\0b', 80))).toBe('invalid')
    expect(readDestination(writeAddress('1.2.3.4', 0))).toBe('invalid')
    expect(readDestination(Buffer.from([9, 1, 2]))).toBe('invalid')
  })
})

describe('replays', () => {
  test('are seen over two turns of the filter, and fresh salts are not taken for them', () => {
    const replays = openReplays(600_000, 1 << 12)
    const salts = Array.from({ length: 3_000 }, () => randomBytes(16))
    expect(salts.filter((salt) => replays.isReplay(salt))).toEqual([])
    expect(salts.every((salt) => replays.isReplay(salt))).toBe(true)
    for (let i = 0; i < 2_000; i += 1) replays.isReplay(randomBytes(16))
    expect(salts.every((salt) => replays.isReplay(salt))).toBe(true)
  })

  test.each([16, 24, 32])('leave out no byte of a salt of %i', (bytes) => {
    // Clients may begin every salt alike; the last eight bytes are always random.
    for (let prefix = 5; prefix <= Math.min(16, bytes - 8); prefix += 1) {
      const replays = openReplays()
      const start = randomBytes(prefix)
      const salts = Array.from({ length: 20_000 }, () =>
        Buffer.concat([start, randomBytes(bytes - prefix)]),
      )
      expect([prefix, salts.filter((salt) => replays.isReplay(salt)).length]).toEqual([prefix, 0])
      expect(salts.every((salt) => replays.isReplay(salt))).toBe(true)
    }
    const replays = openReplays()
    const salt = randomBytes(bytes)
    replays.isReplay(salt)
    for (let at = 0; at < bytes; at += 1) {
      const other = Buffer.from(salt)
      other.writeUInt8(other.readUInt8(at) ^ 1, at)
      expect([at, replays.isReplay(other)]).toEqual([at, false])
    }
  })

  test('hold what this side has sent as well', () => {
    const replays = openReplays()
    const salt = randomBytes(32)
    replays.remember(salt)
    expect(replays.isReplay(salt)).toBe(true)
    expect(replays.isReplay(randomBytes(32))).toBe(false)
  })
})

describe('marks', () => {
  const port = { key: '1:1', port: 1, method: '', password: '' }

  test('report every byte once, over repeated reports and restarts', () => {
    const marks = openMarks('engine')
    const rise = (epoch: string, up: number, down: number) =>
      marks.rise({ epoch, counters: [['1:1', up, down, 9]] })
    expect(rise('a', 10, 20)).toMatchObject([{ key: '1:1', up: 10, down: 20, at: 9 }])
    expect(rise('a', 10, 20)).toEqual([])
    expect(rise('a', 15, 20)).toMatchObject([{ key: '1:1', up: 5, down: 0, at: 9 }])
    expect(rise('b', 3, 4)).toMatchObject([{ key: '1:1', up: 3, down: 4, at: 9 }])
    expect(rise('a', 16, 20)).toMatchObject([{ key: '1:1', up: 1, down: 0, at: 9 }])
    expect(rise('a', 12, 20)).toEqual([])
  })

  test('count a budget from what was reported, whichever process serves it', () => {
    const marks = openMarks('engine')
    const pass = (epoch: string, up: number) => marks.rise({ epoch, counters: [['1:1', up, 0, 9]] })
    pass('a', 100)
    marks.grant([{ ...port, budget: 50 }])
    expect(marks.order({ ...port, budget: 50 }, 'a').until).toBe(150)
    pass('a', 120)
    expect(marks.order({ ...port, budget: 50 }, 'a').until).toBe(150)
    expect(marks.order({ ...port, budget: 50 }, 'b').until).toBe(30)
    expect(marks.order({ ...port, budget: null }, 'a').until).toBeNull()
  })
})
