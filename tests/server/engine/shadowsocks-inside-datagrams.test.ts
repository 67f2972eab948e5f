import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPacket, secretOf } from '../../../server/engine/cipher/aead.ts'
import type { EngineOptions } from '../../../server/engine/protocol/messages.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { eventually, packetTo, type Place } from '../../support/shadowsocks.ts'
import { INSIDE, insideDoor, visitInside } from '../../support/shadowsocksInside.ts'
import { lodger, startTrojan } from '../../support/trojan.ts'
import { callPort } from '../../support/webSocket.ts'

/** An engine whose Trojan server takes Shadowsocks below its path, with an account `one`. */
async function running(options?: EngineOptions, terms: object = {}) {
  const site = await startTarget((socket) => socket.end('site'))
  const started = await startTrojan(site, options, { webSocket: INSIDE })
  await started.engine.apply([lodger(started.port, 1, 'one', terms)])
  return { ...started, udp: await startUdpEcho() }
}

/** A client that sends datagrams in messages; `heard` is the payload of the latest answer. */
async function sender(port: number, password: string, sealed = password) {
  const { datagramPath: path } = insideDoor(password)
  const door = { ...insideDoor(sealed), port }
  const guest = await callPort(port, { path })
  await guest.answered()
  let taken = 0
  return {
    ...guest,
    packet: (to: Place, payload: Buffer) => packetTo(door, to, payload),
    async answer(bytes: number) {
      // A salt, an IPv4 address, the payload and a tag.
      const size = 32 + 7 + bytes + 16
      const all = await guest.until(taken + size)
      const plain = openPacket(secretOf(door.method, door.password)!, all.subarray(taken))
      taken += size
      return plain?.subarray(7)
    },
  }
}

test('datagrams pass, each in a message, in frames of any number, counted to the byte', async () => {
  const devices = [{ deviceId: 4, password: trojanKey('phone') }]
  const { engine, port, udp } = await running({}, { devices })
  const guest = await sender(port, 'phone')
  const payload = randomBytes(1_200)
  guest.say(guest.packet(udp, payload))
  expect((await guest.answer(1_200))?.equals(payload)).toBe(true)
  // A message in two fragments, with a ping between them.
  const next = guest.packet(udp, Buffer.from('second'))
  const frame = (first: number, bytes: Buffer) =>
    guest.raw(Buffer.concat([Buffer.from([first, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]))
  frame(0x02, next.subarray(0, 40))
  frame(0x89, Buffer.alloc(0))
  frame(0x80, next.subarray(40))
  expect((await guest.answer(6))?.toString()).toBe('second')
  const passed = { up: 1_206, down: 1_206 }
  const counters = await engine.counters()
  expect(counters.get('1:1')).toMatchObject({ ...passed, ips: 1 })
  expect(counters.get('1:1:4')).toMatchObject(passed)
  // The same once more is nobody's.
  guest.say(next)
  guest.say(guest.packet(udp, Buffer.from('third')))
  expect((await guest.answer(5))?.toString()).toBe('third')
  expect(udp.seen).toHaveLength(3)
  await engine.change([lodger(port, 1, 'one')], [])
  await guest.over()
})

test('they end with the quota and with what is idle, and go nowhere but to the shop at last', async () => {
  const { engine, port, udp } = await running(
    { limits: { associationMs: 300, pingMs: 50 } },
    { budget: 10 },
  )
  const idle = await sender(port, 'one')
  idle.say(idle.packet(udp, Buffer.from('a')))
  await idle.answer(1)
  await idle.over()
  const guest = await sender(port, 'one')
  guest.say(guest.packet(udp, Buffer.from('0123456789')))
  await guest.over()
  expect(engine.states).toMatchObject([{ key: '1:1', reason: 'over' }])
  const wayBack = { places: ['127.0.0.1:1'], page: 'https://shop.example/' }
  await engine.apply([lodger(port, 1, 'one', { budget: 0, wayBack })])
  const before = udp.seen.length
  const ended = await sender(port, 'one')
  ended.say(ended.packet(udp, Buffer.from('x')))
  await after(200)
  expect(udp.seen.length).toBe(before)
})

test('nobody is let in who was removed between the path and the first datagram', async () => {
  const devices = [{ deviceId: 4, password: trojanKey('phone') }]
  const { engine, port, udp } = await running({ limits: { handshakeMs: 1_000 } }, { devices })
  const [own, phone] = [await sender(port, 'one'), await sender(port, 'phone')]
  await engine.change([lodger(port, 1, 'one')], [])
  phone.say(phone.packet(udp, Buffer.from('no')))
  own.say(own.packet(udp, Buffer.from('yes')))
  expect((await own.answer(3))?.toString()).toBe('yes')
  await phone.over()
  expect(phone.received().length).toBe(0)
  expect((await engine.counters()).get('1:1')).toMatchObject({ up: 3, down: 3 })
})

test('who proves no password, or claims too much, hears nothing and is gone', async () => {
  const { engine, port, udp } = await running({ limits: { handshakeMs: 500 } })
  const [wrong, none, long] = [
    await sender(port, 'one', 'two'),
    await sender(port, 'one'),
    await sender(port, 'one'),
  ]
  wrong.say(wrong.packet(udp, Buffer.from('hi')))
  const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0])
  long.raw(Buffer.concat([head, randomBytes(100_000)]))
  for (const guest of [wrong, none, long]) {
    await guest.over()
    expect(guest.received().length).toBe(0)
  }
  expect([wrong.heard.isClosed, none.heard.isClosed]).toEqual([true, true])
  expect(udp.seen).toEqual([])
  const attempts = (await engine.attempts('1:1', 0)) ?? []
  expect(attempts.map(({ reason }) => reason)).toEqual(['wrongKey'])
  await eventually(async () => (await engine.counters()).get('1:1')?.up === 0)
})

test('a first datagram after the end of the account, or of the device, goes nowhere', async () => {
  const devices = [{ deviceId: 4, password: trojanKey('phone') }]
  const { engine, port, udp } = await running({}, { devices })
  const [phone, one] = [await sender(port, 'phone'), await sender(port, 'one')]
  await engine.change([lodger(port, 1, 'one')], [])
  phone.say(phone.packet(udp, Buffer.from('phone')))
  await phone.over()
  await engine.kill('1:1')
  one.say(one.packet(udp, Buffer.from('one')))
  await one.over()
  expect(udp.seen).toEqual([])
})

test('a message in single bytes, with what is empty between them, passes as one', async () => {
  const { port, udp } = await running()
  const guest = await sender(port, 'one')
  const payload = randomBytes(1_000)
  const packet = guest.packet(udp, payload)
  const frames = [...packet].flatMap((byte, at) => [
    Buffer.from([at === 0 ? 0x02 : 0x00, 0x81, 0, 0, 0, 0, byte]),
    Buffer.from([0x00, 0x80, 0, 0, 0, 0]),
  ])
  guest.raw(Buffer.concat([...frames, Buffer.from([0x80, 0x80, 0, 0, 0, 0])]))
  expect((await guest.answer(1_000))?.equals(payload)).toBe(true)
  // An empty message, and one of all that a datagram may have.
  guest.raw(Buffer.from([0x82, 0x80, 0, 0, 0, 0]))
  guest.say(randomBytes(65_535))
  guest.say(guest.packet(udp, Buffer.from('next')))
  expect((await guest.answer(4))?.toString()).toBe('next')
  expect(udp.seen).toHaveLength(2)
})

test('the recorded beginning of a stream is nobody’s datagram, nor a datagram a stream', async () => {
  const { engine, port, udp } = await running({ limits: { handshakeMs: 500 } })
  const target = await startTarget((socket) => socket.pipe(socket))
  const stream = await visitInside(port, 'one', target, 'hi')
  await stream.until(2)
  stream.socket.destroy()
  const guest = await sender(port, 'one')
  const packet = guest.packet(udp, Buffer.from('hi'))
  guest.say(packet)
  await guest.answer(2)
  guest.socket.destroy()
  const replays = [
    await sender(port, 'one'),
    await callPort(port, { path: insideDoor('one').path }),
  ]
  // A salt, the length of the first chunk, and its tag.
  replays[0]!.say(stream.bytes.subarray(0, 32 + 2 + 16))
  replays[1]!.say(packet)
  for (const replay of replays) {
    await replay.over()
    expect(replay.heard.isClosed).toBe(true)
    expect(replay.received().length).toBe(0)
  }
  expect((await engine.counters()).get('1:1')).toMatchObject({ up: 4, down: 4 })
  expect([udp.seen.length, target.sockets.size]).toEqual([1, 1])
})
