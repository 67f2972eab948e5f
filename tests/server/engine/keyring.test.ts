import type { RemoteInfo } from 'node:dgram'
import { afterEach, expect, test, vi } from 'vitest'
import type { Account, Arrival } from '../../../server/engine/ports/account.ts'
import type { Door, Refusal, StreamReader } from '../../../server/engine/ports/door.ts'
import { doorOfKeys } from '../../../server/engine/ports/keyring.ts'

afterEach(() => vi.restoreAllMocks())

const from = (port: number) => ({ address: '192.0.2.1', port }) as RemoteInfo
const account = { counter: { key: '1:1' } } as Account

const terms = (mostPlaces: number) => ({ mostPlaces, isIn: () => true })

/** A door that one text opens, and what it was asked. */
function aDoor(text: string, refusal: Refusal = { reason: 'wrongKey', account }) {
  const asked: string[] = []
  const door: Door = {
    hall: 'hall',
    owner: account,
    strangers: new Set(),
    openPacket(packet) {
      asked.push(packet.toString())
      return packet.toString() === text ? ({ account, id: text } as Arrival) : refusal
    },
    readStream() {
      let all = ''
      const reader: StreamReader = {
        proof: undefined,
        refusal: undefined,
        read(data) {
          all += data.toString()
          if (all.length < text.length) return []
          if (all.startsWith(text) && !all.endsWith('!')) {
            reader.proof ??= { account, isReplay: () => false, openReply: vi.fn() }
            return [Buffer.from(text)]
          }
          reader.refusal = refusal
          return undefined
        },
      }
      return reader
    },
  }
  return { door, asked }
}

const packet = (text: string) => Buffer.from(text)

test('without further keys the door is the account’s own', () => {
  const { door } = aDoor('own')
  expect(doorOfKeys(door, [], terms(8))).toBe(door)
})

test('a datagram is tried with each key, and its sender’s next one with the same first', () => {
  const [own, one, other] = ['own', 'one', 'other'].map((text) => aDoor(text))
  const door = doorOfKeys(own!.door, [one!.door, other!.door], terms(8))
  expect([door.hall, door.owner, door.strangers]).toEqual(['hall', account, own!.door.strangers])
  expect(door.openPacket(packet('other'), from(1))).toMatchObject({ id: 'other' })
  expect([own, one, other].map((each) => each!.asked.length)).toEqual([1, 1, 1])
  door.openPacket(packet('other'), from(1))
  expect([own, one, other].map((each) => each!.asked.length)).toEqual([1, 1, 2])
  // Another app behind the same address and port.
  expect(door.openPacket(packet('one'), from(1))).toMatchObject({ id: 'one' })
  expect(door.openPacket(packet('none'), from(2))).toEqual({ reason: 'wrongKey', account })
})

test('so many senders are remembered, the latest', () => {
  const [own, one] = [aDoor('own'), aDoor('one')]
  const door = doorOfKeys(own.door, [one.door], terms(2))
  for (const port of [1, 2, 1, 3]) door.openPacket(packet('one'), from(port))
  own.asked.length = 0
  for (const port of [1, 3]) door.openPacket(packet('one'), from(port))
  expect(own.asked).toEqual([])
  door.openPacket(packet('one'), from(2))
  expect(own.asked).toEqual(['one'])
})

test('what the right key says of a datagram or a stream goes before what the wrong ones say', () => {
  const replay: Refusal = { reason: 'replay', account }
  for (const order of [
    [aDoor('own'), aDoor('one', replay)],
    [aDoor('own', replay), aDoor('one')],
  ]) {
    const [own, one] = order
    const door = doorOfKeys(own!.door, [one!.door], terms(8))
    expect(door.openPacket(packet('none'), from(1))).toEqual(replay)
    const reader = door.readStream()
    expect(reader.read(packet('none'))).toBeUndefined()
    expect(reader.refusal).toEqual(replay)
  }
})

test('garbage beyond 200 datagrams a second is tried with the account’s own key alone', () => {
  let now = 5_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const [own, one] = [aDoor('own'), aDoor('one')]
  const door = doorOfKeys(own.door, [one.door], terms(8))
  door.openPacket(packet('one'), from(1))
  for (let at = 0; at < 199; at += 1) door.openPacket(packet('none'), from(2))
  expect(door.openPacket(packet('one'), from(3))).toMatchObject({ id: 'one' })
  door.openPacket(packet('none'), from(2))
  one.asked.length = 0
  expect(door.openPacket(packet('one'), from(4))).toMatchObject({ reason: 'wrongKey' })
  expect(one.asked).toEqual([])
  // Who is known goes on, and so does the account's own key.
  expect(door.openPacket(packet('one'), from(1))).toMatchObject({ id: 'one' })
  expect(door.openPacket(packet('own'), from(5))).toMatchObject({ id: 'own' })
  now += 1_000
  expect(door.openPacket(packet('one'), from(4))).toMatchObject({ id: 'one' })
})

test('a stream is read with all keys until one has opened, and then with that', () => {
  const [own, one] = [aDoor('own'), aDoor('longer')]
  const reader = doorOfKeys(own.door, [one.door], terms(8)).readStream()
  expect(reader.read(packet('lon'))).toEqual([])
  expect([reader.proof, reader.refusal?.reason]).toEqual([undefined, 'wrongKey'])
  expect(reader.read(packet('ger'))).toEqual([packet('longer')])
  expect(reader.proof?.account).toBe(account)
  expect(reader.read(packet('?'))).toEqual([packet('longer')])
  expect(reader.read(packet('!'))).toBeUndefined()
  expect(reader.refusal?.reason).toBe('wrongKey')
})
