/** @module-tag long */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { desiredPort, startTarget, startTestEngine, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { askUdp, opening, packetTo, sendUdp, visit } from '../../support/shadowsocks.ts'

const LIMITS = { handshakeMs: 150, connectMs: 300, silenceMs: [50, 51] as [number, number] }
const HELLO = Buffer.from('hello')
/** For a busy machine. */
const WAIT = { timeout: 20_000, interval: 10 }
/** An engine's clock is set to its console's by messages, which take time on a busy machine. */
const CLOCKS_DIFFER_MS = 5_000

/** An engine in its own process with one open port, and what it says clients met there. */
async function oneDoor(terms: Parameters<typeof desiredPort>[0] = {}, limits = {}, options = {}) {
  const engine = startTestEngine({ ...options, limits: { ...LIMITS, ...limits } })
  const door = await desiredPort(terms)
  await engine.apply([door])
  const reasons = async () =>
    (await engine.attempts(door.key, 0)).map(({ reason, count }) => `${reason} ${count}`)
  const become = async (...expected: unknown[]) => {
    await expect.poll(reasons, WAIT).toEqual(expected)
  }
  return { engine, door, reasons, become }
}

const echo = () => startTarget((socket) => socket.pipe(socket))

describe('what a client met over TCP', () => {
  test('is its target, from its address, at a time', async () => {
    const { engine, door, become } = await oneDoor()
    const before = Date.now()
    const target = await echo()
    for (let i = 0; i < 3; i += 1) {
      const guest = await visit(door, target, HELLO)
      await guest.until(5)
      guest.write(HELLO)
      await guest.until(10)
    }
    await become('connected 3')
    const [attempt, ...others] = await engine.attempts(door.key, 0)
    expect(others).toEqual([])
    expect(attempt).toMatchObject({ reason: 'connected', count: 3, address: '127.0.0.1' })
    const { at } = attempt!
    expect(at > before - CLOCKS_DIFFER_MS && at < Date.now() + CLOCKS_DIFFER_MS).toBe(true)
    expect(await engine.attempts(door.key, at - 1)).toEqual([attempt])
    expect(await engine.attempts(door.key, at)).toEqual([])
    expect(await engine.attempts('9:9', 0)).toEqual([])
  })

  test('is nothing, where it sends no byte: gone at once, or silent', async () => {
    const { door, become } = await oneDoor()
    const knock = () => connect(door.port, '127.0.0.1').on('error', () => {})
    const gone = knock()
    await once(gone, 'connect')
    gone.destroy()
    await become('nothing 1')
    const silent = knock()
    await once(silent, 'close')
    await become('nothing 2')
  })

  test('is a refused target on port 25 where nothing is said of ports, and on no other', async () => {
    const { door, become } = await oneDoor({}, {}, { allowTargets: [] })
    await visit(door, { host: '8.8.8.8', port: 25 }, HELLO)
    await become('refused 1')
    // There is no such network here: that it was tried is enough.
    await visit(door, { host: '8.8.8.8', port: 26 }, HELLO)
    await become('refused 1', expect.stringMatching(/^(noAnswer|unreachable|closed) 1$/))
  })

  test.each([
    ['another password', { password: 'other' }],
    ['another method', { method: 'aes-128-gcm' }],
  ])('is a wrong key with %s, once for each connection', async (_, wrong) => {
    // Whole in time, on a busy machine too.
    const { door, become } = await oneDoor({}, { handshakeMs: 20_000 })
    for (let i = 0; i < 2; i += 1)
      await (await visit({ ...door, ...wrong }, await echo(), HELLO)).rest()
    await become('wrongKey 2')
  })

  test('is a wrong key for what is too short for a box', async () => {
    const { door, become } = await oneDoor()
    const socket = connect(door.port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
    await become('wrongKey 1')
  })

  test('is a replay for a session that was recorded', async () => {
    const { door, become } = await oneDoor()
    const { bytes } = opening(door, await echo(), HELLO)
    for (let i = 0; i < 2; i += 1) {
      const socket = connect(door.port, '127.0.0.1').on('error', () => {})
      socket.on('data', () => socket.end())
      socket.write(bytes)
      await once(socket, 'close')
    }
    await become('connected 1', 'replay 1')
  })

  test('is why its target could not be had', async () => {
    const { door, become } = await oneDoor()
    const ends = async (host: string, port: number) =>
      (await visit(door, { host, port }, HELLO)).rest()
    await ends('192.168.1.1', 80)
    await become('refused 1')
    await ends('no-such-name.invalid', 80)
    await become('refused 1', 'noName 1')
    await ends('127.0.0.1', await freePort())
    await become('refused 1', 'noName 1', 'noAnswer 1')
  })

  test('is one connection too many', async () => {
    const { door, become } = await oneDoor({ maxConnections: 1 })
    const target = await echo()
    const guest = await visit(door, target, HELLO)
    await guest.until(5)
    guest.write(HELLO)
    await guest.until(10)
    await (await visit(door, target, HELLO)).rest()
    await become('connected 1', 'tooMany 1')
  })

  test('is one handshake too many', async () => {
    const { door, become } = await oneDoor({}, { handshakesPerClient: 1, handshakeMs: 5_000 })
    const first = connect(door.port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void first.destroy())
    await once(first, 'connect')
    const gone = new Promise((done) => first.once('close', done))
    const second = connect(door.port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void second.destroy())
    await gone
    await become('tooMany 1')
  })

  test('is the end of its traffic', async () => {
    const { door, become } = await oneDoor({ budget: 7 })
    expect((await (await visit(door, await echo(), HELLO)).rest()).length).toBe(2)
    await become('over 1', 'answered 1')
  })
})

describe('what a client met over UDP', () => {
  test('is its target, once however many packets go', async () => {
    const { door, become } = await oneDoor()
    const target = await startUdpEcho()
    const packets = [1, 2, 3].map((n) => packetTo(door, target, Buffer.from([n])))
    expect(await sendUdp(door, packets, 2_000, 3)).toHaveLength(3)
    await become('answered 1')
    expect(await askUdp(door, target, HELLO)).toBeDefined()
    await become('answered 2')
  })

  test('is a wrong key, a replay, a refused target or an unknown name', async () => {
    const { door, become } = await oneDoor()
    const socket = createSocket('udp4')
    onTestFinished(() => void socket.close())
    const send = (packet: Buffer) => socket.send(packet, door.port, '127.0.0.1')
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    send(packetTo({ ...door, password: 'other' }, { host: '127.0.0.1', port: 9 }, HELLO))
    await become('wrongKey 1')
    const packet = packetTo(door, { host: '127.0.0.1', port: silent.address().port }, HELLO)
    send(packet)
    send(packet)
    await become('wrongKey 1', 'replay 1')
    send(packetTo(door, { host: '10.0.0.1', port: 9 }, HELLO))
    await become('wrongKey 1', 'replay 1', 'refused 1')
    send(packetTo(door, { host: 'no-such-name.invalid', port: 9 }, HELLO))
    await become('wrongKey 1', 'replay 1', 'refused 1', 'noName 1')
  })
})
