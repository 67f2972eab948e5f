import type { Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Account } from '../../../server/engine/ports/account.ts'
import { bytesLeft, charge } from '../../../server/engine/ports/quotaGuard.ts'
import { readDestination, plainAddress, writeAddress } from '../../../server/network/address.ts'
import { openSession, sealBox, secretOf } from '../../../server/engine/cipher/aead.ts'
import { openAttempts } from '../../../server/engine/ports/attempts.ts'
import { readChunks, sealChunks, sealedBytes } from '../../../server/engine/cipher/chunks.ts'
import { forgetClients, newCounter, noteClient } from '../../../server/engine/ports/counter.ts'
import { NO_TERMS } from '../../../server/engine/ports/terms.ts'
import { openReplays } from '../../../server/engine/cipher/replays.ts'
import { openTurns } from '../../../server/network/turns.ts'

const secret = secretOf('aes-128-gcm', 'pw')!
const MINUTE = 60_000

function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the budget of an account', () => {
  test('is what may still pass both ways, and the last byte ends it', () => {
    stopClock()
    let ends = 0
    let asks = 0
    const counter = newCounter('1:1')
    const rest = { maxConnections: 1, clients: new Set<Socket>(), proven: 0 }
    const account: Account = {
      ...NO_TERMS,
      ...rest,
      associations: undefined,
      counter,
      until: 10,
      low: 8,
      over: () => void (ends += 1),
      requestBudget: () => void (asks += 1),
    }
    const world = { attempts: openAttempts() }
    expect(bytesLeft(account)).toBe(10)
    charge(account, world, 'up', 3, '1.1.1.1')
    charge(account, world, 'down', 6, '2.2.2.2')
    expect([bytesLeft(account), ends, asks]).toEqual([1, 0, 1])
    expect(counter).toMatchObject({ up: 3, down: 6, changed: true, lastSeen: 1_000_000_000 })
    expect([...counter.clients.keys()]).toEqual(['1.1.1.1', '2.2.2.2'])
    charge(account, world, 'up', 1, '1.1.1.1')
    expect([bytesLeft(account), ends, asks]).toEqual([0, 1, 1])
    expect(world.attempts.read('1:1', 0)).toMatchObject([{ reason: 'over', address: '1.1.1.1' }])
    account.until = 5
    expect(bytesLeft(account)).toBe(0)
    account.until = Number.POSITIVE_INFINITY
    charge(account, world, 'up', 1, '1.1.1.1')
    expect([bytesLeft(account), ends]).toEqual([Number.POSITIVE_INFINITY, 1])
  })
})

describe('the clients of a port', () => {
  test('are forgotten 15 minutes after they were last seen', () => {
    stopClock()
    const counter = newCounter('1:1')
    noteClient(counter, 'a')
    vi.setSystemTime(Date.now() + MINUTE)
    noteClient(counter, 'b')
    vi.setSystemTime(Date.now() + 14 * MINUTE)
    forgetClients(counter)
    expect([...counter.clients.keys()]).toEqual(['a', 'b'])
    vi.setSystemTime(Date.now() + 1)
    forgetClients(counter)
    expect([...counter.clients.keys()]).toEqual(['b'])
  })

  test('are 1,024 at most: those long gone give way, else the first', () => {
    stopClock()
    const counter = newCounter('1:1')
    for (let at = 0; at < 1_024; at += 1) noteClient(counter, `${at}`)
    noteClient(counter, '5')
    expect(counter.clients.size).toBe(1_024)
    noteClient(counter, 'more')
    expect([counter.clients.size, counter.clients.has('0')]).toEqual([1_024, false])
    expect([counter.clients.has('1'), counter.clients.has('more')]).toEqual([true, true])
    // One that is there already takes no place of another.
    vi.setSystemTime(Date.now() + 14 * MINUTE)
    noteClient(counter, '1')
    expect([counter.clients.size, counter.clients.has('2')]).toEqual([1_024, true])
    // Room is made by those long gone alone, where there are some.
    vi.setSystemTime(Date.now() + 2 * MINUTE)
    noteClient(counter, 'next')
    expect([...counter.clients.keys()].toSorted()).toEqual(['1', 'next'])
    for (let at = 0; at < 1_022; at += 1) noteClient(counter, `again ${at}`)
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    noteClient(counter, 'last')
    expect([...counter.clients.keys()]).toEqual(['last'])
  })
})

describe('turns', () => {
  test('are so many for a key and in all, and the line has its end', () => {
    const { enqueue } = openTurns({ perKey: 2, inAll: 3, waiting: 1 })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const come = (key: string, name: string) =>
      enqueue(key, (done) => {
        begun.push(name)
        ends.set(name, done)
      })
    const end = (name: string) => ends.get(name)?.()
    come('a', 'a1')
    come('a', 'a2')
    const leave = come('a', 'a3')
    expect(come('a', 'a4')).toBeUndefined()
    come('b', 'b1')
    come('b', 'b2')
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    // A caller that left the queue has no turn, and makes room in it.
    leave?.()
    leave?.()
    expect(come('a', 'a5')).toBeDefined()
    end('b1')
    expect(begun.slice(3)).toEqual(['b2'])
    end('a1')
    expect(begun.slice(4)).toEqual(['a5'])
    for (const name of ['a2', 'a5', 'b2']) end(name)
    come('c', 'c1')
    come('c', 'c2')
    come('a', 'a6')
    expect(begun.slice(5)).toEqual(['c1', 'c2', 'a6'])
  })
})

describe('replays', () => {
  test('are known for one window at least and two at most', () => {
    stopClock()
    const replays = openReplays(1_000, 1 << 10)
    const [first, second, third] = [randomBytes(16), randomBytes(16), randomBytes(16)]
    expect(replays.isReplay(first)).toBe(false)
    vi.setSystemTime(Date.now() + 999)
    expect(replays.isReplay(second)).toBe(false)
    vi.setSystemTime(Date.now() + 1)
    expect(replays.isReplay(third)).toBe(false)
    expect([first, second, third].map(replays.isReplay)).toEqual([true, true, true])
    vi.setSystemTime(Date.now() + 1_000)
    expect(replays.isReplay(randomBytes(16))).toBe(false)
    expect([third, first].map(replays.isReplay)).toEqual([true, false])
  })

  test('are known for as many salts as there is room for', () => {
    stopClock()
    const replays = openReplays(1_000, 4)
    const salts = Array.from({ length: 9 }, (_, at) => Buffer.alloc(16, at + 1))
    for (const salt of salts.slice(0, 8)) replays.remember(salt)
    expect(salts.slice(0, 8).every(replays.isReplay)).toBe(true)
    replays.remember(salts[8]!)
    expect(salts.slice(4).every(replays.isReplay)).toBe(true)
    expect(replays.isReplay(salts[0]!)).toBe(false)
  })
})

describe('a stream', () => {
  test('takes 34 bytes more for each 16,383 of payload begun', () => {
    const sizes = [0, 1, 0x3fff, 0x4000, 2 * 0x3fff, 2 * 0x3fff + 1]
    expect(sizes.map((size) => sealedBytes(size) - size)).toEqual([0, 34, 34, 68, 68, 102])
  })

  test('shows its salt only once a box of it has proved authentic', () => {
    const salt = randomBytes(16)
    const bytes = Buffer.concat([salt, Buffer.alloc(sealedBytes(5))])
    sealChunks(openSession(secret, salt), Buffer.from('hello'), bytes, 16)
    const reader = readChunks(secret)
    expect([reader.read(bytes.subarray(0, 33)), reader.salt]).toEqual([[], undefined])
    expect([reader.read(bytes.subarray(33, 34)), reader.salt]).toEqual([[], salt])
    expect(reader.read(bytes.subarray(34))).toEqual([Buffer.from('hello')])
    const spoilt = Buffer.from(bytes)
    spoilt.writeUInt8(spoilt.readUInt8(17) ^ 1, 17)
    const other = readChunks(secret)
    expect([other.read(spoilt), other.salt]).toEqual([undefined, undefined])
  })

  test('leaves out the two highest bits of a length, as the protocol has them', () => {
    const salt = randomBytes(16)
    const session = openSession(secret, salt)
    const bytes = Buffer.alloc(16 + 18 + 3 + 16)
    bytes.set(salt)
    const end = sealBox(session, Buffer.from([0xc0, 3]), bytes, 16)
    sealBox(session, Buffer.from('abc'), bytes, end)
    expect(readChunks(secret).read(bytes)).toEqual([Buffer.from('abc')])
  })
})

describe('an address', () => {
  test('is one only where it says where to go', () => {
    expect(readDestination(Buffer.alloc(0))).toBe('incomplete')
    for (const type of [1, 3, 4]) expect(readDestination(Buffer.from([type]))).toBe('incomplete')
    for (const type of [0, 2, 5]) expect(readDestination(Buffer.from([type]))).toBe('invalid')
    const name = Buffer.from([3, 1, 97, 1, 187])
    expect(readDestination(name)).toEqual({ host: 'a', port: 443, headerBytes: 5 })
    expect(readDestination(name.subarray(0, 4))).toBe('incomplete')
    expect(readDestination(Buffer.from([3, 0, 0, 1]))).toBe('invalid')
    expect([...writeAddress('1.2.3.4', 258)]).toEqual([1, 1, 2, 3, 4, 1, 2])
    const six = [4, 0x20, 1, ...Array<number>(13).fill(0), 7, 1, 2]
    expect([...writeAddress('2001::7', 258)]).toEqual(six)
  })

  test('is written plainly only where it is an IPv4 one', () => {
    const plain = ['::ffff:1.2.3.4', '::ffff:1:2', '1.2.3.4', '::1', '::fffe:1.2.3.4']
    expect(plain.map(plainAddress)).toEqual(['1.2.3.4', ...plain.slice(1)])
  })
})
