import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addBytes, newCounter } from '../../../server/engine/ports/counter.ts'
import { consoleNow } from '../../../server/engine/protocol/clock.ts'
import type { Limits } from '../../../server/engine/protocol/limits.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { askUdp, eventually, opening, packetTo, sendUdp, visit } from '../../support/shadowsocks.ts'

const HELLO = Buffer.from('hello')
const echo = () => startTarget((socket) => socket.pipe(socket))

/** A port in this process, and what its clients met there. */
async function oneDoor(terms: Parameters<typeof anOrder>[0] = {}, limits: Partial<Limits> = {}) {
  const ports = portsHere({ hearMs: 50, ...limits })
  const door = await anOrder(terms)
  expect(await ports.change([door], [])).toEqual([{ key: door.key, state: 'open' }])
  const met = () =>
    ports.attempts.read(door.key, 0).map(({ reason, count }) => `${reason} ${count}`)
  const become = async (...expected: string[]) => {
    await expect.poll(met).toEqual(expected)
  }
  const knock = (bytes?: Buffer | string) => {
    const socket = connect(door.port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    if (bytes !== undefined) socket.write(bytes)
    return socket
  }
  return { ...ports, door, met, become, knock }
}

describe('a counter', () => {
  test('adds what passed, and a client only where one is known', () => {
    const counter = newCounter('1:1')
    expect(counter).toMatchObject({ up: 0, down: 0, lastSeen: 0, changed: false, unwritten: false })
    addBytes(counter, 3, 5)
    expect(counter).toMatchObject({ up: 3, down: 5, lastSeen: 0, changed: true, unwritten: true })
    expect(counter.clients.size).toBe(0)
    const before = consoleNow()
    counter.changed = false
    counter.unwritten = false
    addBytes(counter, 0, 0)
    // Whoever reads it next is to know that it was there.
    expect(counter).toMatchObject({ changed: true, unwritten: true })
    addBytes(counter, 1, 0, '1.1.1.1')
    expect(counter).toMatchObject({ up: 4, down: 5 })
    expect([...counter.clients.keys()]).toEqual(['1.1.1.1'])
    expect(counter.lastSeen).toBeGreaterThanOrEqual(before)
  })
})

describe('a client over TCP', () => {
  test('met its target, and is no longer there once it has gone', async () => {
    const { door, become, isBusy, clients } = await oneDoor()
    const guest = await visit(door, await echo(), HELLO)
    await guest.until(5)
    // Whether the answer arrived is seen when the client goes on.
    await become('answered 1')
    guest.write(HELLO)
    await guest.until(10)
    await become('answered 1', 'connected 1')
    expect([isBusy(), clients(door.key)]).toEqual([true, ['127.0.0.1']])
    guest.socket.end()
    await guest.rest()
    await eventually(() => !isBusy())
  })

  test('said nothing, or what is no key of this port', async () => {
    const { become, knock } = await oneDoor({}, { handshakeMs: 1_000, silenceMs: [50, 51] })
    await once(knock(), 'close')
    await become('nothing 1')
    await once(knock('GET / HTTP/1.1\r\n\r\n'), 'close')
    await become('nothing 1', 'wrongKey 1')
    await once(knock(Buffer.alloc(99, 1)), 'close')
    await become('nothing 1', 'wrongKey 2')
    const gone = knock()
    await once(gone, 'connect')
    gone.destroy()
    await become('wrongKey 2', 'nothing 2')
  })

  test('repeated what was recorded', async () => {
    const { door, become, knock } = await oneDoor({}, { silenceMs: [50, 51], hearMs: 60_000 })
    const { bytes } = opening(door, await echo(), HELLO)
    for (let at = 0; at < 2; at += 1) {
      const socket = knock(bytes)
      socket.on('data', () => socket.destroy())
      await once(socket, 'close')
    }
    await become('connected 1', 'replay 1')
  })

  test('met no target: refused, without a name, without an answer', async () => {
    const { door, become, counters } = await oneDoor()
    const ends = async (host: string, port: number) =>
      (await visit(door, { host, port }, HELLO)).rest()
    await ends('192.168.1.1', 80)
    await ends('no-such-name.invalid', 80)
    await ends('127.0.0.1', await freePort())
    await become('refused 1', 'noName 1', 'noAnswer 1')
    // It was there, and nothing passed.
    expect(counters().get(door.key)).toMatchObject({ up: 0, down: 0, ips: 1 })
  })

  test('was one too many, and no longer once another has left', async () => {
    const { door, met } = await oneDoor({ maxConnections: 2 })
    const target = await echo()
    const guests = [await visit(door, target, HELLO), await visit(door, target, HELLO)]
    for (const guest of guests) await guest.until(5)
    expect(await (await visit(door, target, HELLO)).rest()).toHaveLength(0)
    // An answer is noted when it was not heard for a while: before the third came, or after.
    await expect.poll(() => met().toSorted()).toEqual(['answered 2', 'tooMany 1'])
    guests[0]!.socket.destroy()
    await eventually(() => target.sockets.values().some((one) => one.destroyed))
    const next = await visit(door, target, HELLO)
    expect((await next.until(5)).toString()).toBe('hello')
  })

  test('was one handshake too many, and no longer once another has proved its own', async () => {
    const limits = { handshakesPerClient: 1, handshakeMs: 30_000 }
    const { door, become, knock } = await oneDoor({}, limits)
    const { bytes } = opening(door, await echo(), HELLO)
    const first = knock(bytes.subarray(0, 20))
    await once(first, 'connect')
    const gone = new Promise((done) => first.once('close', done))
    const second = knock(bytes.subarray(0, 20))
    await gone
    await become('tooMany 1')
    second.write(bytes.subarray(20))
    await become('tooMany 1', 'answered 1')
    const guest = await visit(door, await echo(), HELLO)
    await guest.until(5)
  })

  test('asked for more before its budget was used up, once, and is ended by the last byte', async () => {
    const { door, low, ended, readings, become } = await oneDoor({ until: 12, low: 10 })
    const guest = await visit(door, await echo(), Buffer.from('abcd'))
    await guest.until(4)
    expect([low, ended]).toEqual([[], []])
    guest.write(Buffer.from('e'))
    await guest.until(5)
    expect([low, ended]).toEqual([[door.key], []])
    guest.write(Buffer.from('fgh'))
    expect((await guest.rest()).toString()).toBe('abcde')
    expect([low, ended]).toEqual([[door.key], [[door.key, 'over']]])
    expect(readings()).toEqual([[door.key, 7, 5, expect.any(Number)]])
    await become('connected 1', 'over 1')
  })

  test('asks whether the port serves, and is not charged for it', async () => {
    const { door, readings, clients, met } = await oneDoor()
    const target = await echo()
    const ask = async (place: string) => {
      const to = { host: 'check.sluice.invalid', port: 1 }
      return (await (await visit(door, to, Buffer.from(place))).rest()).toString()
    }
    expect(await ask('')).toBe('ok udp')
    expect(await ask(`127.0.0.1:${target.port}`)).toBe('ok udp')
    expect(await ask(`127.0.0.1:${await freePort()}`)).toBe('noWayOut')
    expect(await ask(`127.0.0.2:${target.port}`)).toBe('noWayOut')
    for (const place of ['127.0.0.1', `127.0.0.1:${target.port}x`, `127.0.0.1:0${target.port}7`])
      expect(await ask(place)).toBe('noWayOut')
    // It was reached, and that was all.
    await eventually(() => [...target.sockets].every((one) => one.readableEnded || one.destroyed))
    expect([readings(), clients(door.key), met()]).toEqual([[], [], []])
  })

  test('is ended once nothing passes any more for as long as is allowed', async () => {
    const { door } = await oneDoor({}, { idleMs: 700 })
    const guest = await visit(door, await echo(), HELLO)
    expect((await guest.rest()).toString()).toBe('hello')
  })

  test('is sent all there is, however slowly it reads', async () => {
    const { door, readings } = await oneDoor()
    const size = 8 << 20
    const target = await startTarget((socket) => void socket.end(Buffer.alloc(size, 7)))
    const guest = await visit(door, target, HELLO)
    guest.socket.pause()
    await eventually(() => (readings()[0]?.[2] ?? 0) > 0)
    guest.socket.resume()
    const got = await guest.rest()
    expect([got.length, got.every((byte) => byte === 7)]).toEqual([size, true])
    expect(readings()).toEqual([[door.key, 5, size, expect.any(Number)]])
  })
})

describe('a client over UDP', () => {
  test('met its target, once for each address it sends from', async () => {
    const { door, become, readings } = await oneDoor()
    const target = await startUdpEcho()
    const packets = [1, 2, 3].map((byte) => packetTo(door, target, Buffer.from([byte])))
    expect(await sendUdp(door, packets, 5_000, 3)).toHaveLength(3)
    await become('answered 1')
    expect(await askUdp(door, target, HELLO)).toBeDefined()
    await become('answered 2')
    expect(readings()).toEqual([[door.key, 8, 8, expect.any(Number)]])
  })

  test('met none: a wrong key, a replay, what is refused, no name', async () => {
    const { door, become, readings } = await oneDoor()
    const socket = createSocket('udp4')
    onTestFinished(() => void socket.close())
    const send = (packet: Buffer) => socket.send(packet, door.port, '127.0.0.1')
    send(packetTo({ ...door, password: 'other' }, { host: '127.0.0.1', port: 9 }, HELLO))
    await become('wrongKey 1')
    const packet = packetTo(door, { host: '10.0.0.1', port: 9 }, HELLO)
    send(packet)
    await become('wrongKey 1', 'refused 1')
    send(packet)
    await become('wrongKey 1', 'refused 1', 'replay 1')
    send(packetTo(door, { host: 'no-such-name.invalid', port: 9 }, HELLO))
    await become('wrongKey 1', 'refused 1', 'replay 1', 'noName 1')
    expect(readings()).toEqual([])
  })

  test('gives way, longest unused first, where there are more than are allowed', async () => {
    const { door } = await oneDoor({}, { associations: 2 })
    const sources = new Set<number>()
    const target = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void target.close())
    await once(target, 'listening')
    target.on('message', (payload, from) => {
      sources.add(from.port)
      target.send(payload, from.port, from.address)
    })
    const place = { host: '127.0.0.1', port: target.address().port }
    const clients = [1, 2, 3].map(() => createSocket('udp4'))
    onTestFinished(() => clients.forEach((one) => void one.close()))
    const ask = async (at: number) => {
      const answered = once(clients[at]!, 'message')
      clients[at]!.send(packetTo(door, place, HELLO), door.port, '127.0.0.1')
      await answered
      return sources.size
    }
    expect([await ask(0), await ask(1), await ask(0)]).toEqual([1, 2, 2])
    // The third takes the place of the second, not of the first, which was used since.
    expect([await ask(2), await ask(0)]).toEqual([3, 3])
    expect([await ask(1), await ask(0)]).toEqual([4, 4])
  })

  test('is forgotten after a while without a packet in either direction', async () => {
    const { door } = await oneDoor({}, { associationMs: 100 })
    const sources = new Set<number>()
    const target = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void target.close())
    await once(target, 'listening')
    target.on('message', (_, from) => void sources.add(from.port))
    const place = { host: '127.0.0.1', port: target.address().port }
    const client = createSocket('udp4')
    onTestFinished(() => void client.close())
    const send = () => client.send(packetTo(door, place, HELLO), door.port, '127.0.0.1')
    send()
    await eventually(() => sources.size === 1)
    // Each that is sent too early makes the place last longer.
    await eventually(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        send()
        return sources.size === 2
      },
      20_000,
      300,
    )
  })

  test('spends a budget as well, and is ended by its last byte', async () => {
    const { door, ended, readings, become } = await oneDoor({ until: 10 })
    const target = await startUdpEcho()
    expect(await askUdp(door, target, HELLO)).toBeDefined()
    expect(readings()).toEqual([[door.key, 5, 5, expect.any(Number)]])
    expect(ended).toEqual([[door.key, 'over']])
    await become('over 1')
  })
})
