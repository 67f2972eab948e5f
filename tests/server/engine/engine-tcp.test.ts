/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { writeAddress } from '../../../server/network/address.ts'
import { desiredPort, startTarget, startTestEngine } from '../../support/engine.ts'
import { eventually, opening, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))
const limits = { silenceMs: [100, 200] as [number, number] }

/** Connects and sends raw bytes; resolves once the engine ends it, with what it answered. */
async function knock(port: number, bytes: Buffer) {
  const socket = connect(port, '127.0.0.1')
  let answered = 0
  const began = Date.now()
  socket.on('data', (data) => (answered += data.length)).on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return { answered, ms: Date.now() - began }
}

describe('TCP through the engine', () => {
  test.each(['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'])(
    'round-trips %s and counts its payload exactly',
    async (method) => {
      const engine = startTestEngine()
      const door = await desiredPort({ method })
      expect(await engine.apply([door])).toEqual([{ key: door.key, state: 'open' }])
      const payload = randomBytes(1_000_003)
      const guest = await visit(door, await echo(), payload.subarray(0, 5))
      guest.write(payload.subarray(5))
      expect((await guest.until(payload.length)).equals(payload)).toBe(true)
      guest.socket.end()
      expect((await guest.rest()).length).toBe(payload.length)
      const counter = (await engine.counters()).get(door.key)
      expect(counter).toMatchObject({ up: payload.length, down: payload.length, ips: 1 })
      expect(await engine.clients(door.key)).toEqual(['127.0.0.1'])
    },
  )

  test('reaches a name, and is closed to private targets when nothing allows them', async () => {
    const target = await echo()
    const door = await desiredPort()
    const open = startTestEngine()
    await open.apply([door])
    const guest = await visit(door, { ...target, host: 'localhost' }, Buffer.from('hi'))
    expect((await guest.until(2)).toString()).toBe('hi')
    await open.close()
    const closed = startTestEngine({ allowTargets: [] })
    await closed.apply([door])
    for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '::1']) {
      const refused = await visit(door, { ...target, host }, Buffer.from('hi'))
      expect((await refused.rest()).length).toBe(0)
    }
    expect(target.sockets.size).toBe(1)
    expect((await closed.counters()).get(door.key)).toMatchObject({ up: 0, down: 0 })
  })

  test('keeps each half open until its own end', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    const late = await startTarget((socket) => {
      socket.on('data', () => {})
      socket.on('end', () => setTimeout(() => socket.end('after your end'), 50))
    })
    const first = await visit(door, late, Buffer.from('x'))
    first.socket.end()
    expect((await first.rest()).toString()).toBe('after your end')
    let received = ''
    const early = await startTarget((socket) => {
      socket.end('bye')
      socket.on('data', (data) => (received += data))
    })
    const second = await visit(door, early)
    expect((await second.rest()).toString()).toBe('bye')
    second.write(Buffer.from('still here'))
    await eventually(() => received === 'still here')
  })

  test('takes no more from one side than the other takes from it', async () => {
    const engine = startTestEngine()
    const door = await desiredPort()
    await engine.apply([door])
    const total = 48 << 20
    const deaf = await startTarget((socket) => void socket.pause())
    const sender = await visit(door, deaf)
    sender.write(Buffer.alloc(total))
    const chatty = await startTarget((socket) => void socket.write(Buffer.alloc(total)))
    const sleeper = await visit(door, chatty)
    sleeper.socket.pause()
    await after(400)
    const counter = (await engine.counters()).get(door.key)
    expect(counter?.up).toBeLessThan(total / 2)
    expect(counter?.down).toBeLessThan(total / 2)
    for (const socket of deaf.sockets) socket.resume()
    sleeper.socket.resume()
    expect((await sleeper.until(total)).length).toBe(total)
    await eventually(() => [...deaf.sockets][0]?.bytesRead === total)
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: total, down: total })
  })

  test('never answers a wrong password or a replay, and ends them some time later', async () => {
    const engine = startTestEngine({ limits })
    const door = await desiredPort()
    await engine.apply([door])
    const target = await echo()
    const wrong = opening({ ...door, password: 'other' }, target, randomBytes(50)).bytes
    const right = opening(door, target, Buffer.from('once'))
    const first = connect(door.port, '127.0.0.1')
    first.write(right.bytes)
    await once(first, 'data')
    first.destroy()
    for (const bytes of [wrong, right.bytes]) {
      const { answered, ms } = await knock(door.port, bytes)
      expect(answered).toBe(0)
      expect(ms).toBeGreaterThanOrEqual(95)
    }
    expect(target.sockets.size).toBe(1)
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 4, down: 4 })
  })

  test('takes its own answers for no request of a client', async () => {
    const engine = startTestEngine({ limits })
    const door = await desiredPort()
    await engine.apply([door])
    const canary = await startTarget(() => {})
    // What this site answers reads like the address of a target and bytes for it.
    const address = writeAddress(canary.host, canary.port)
    const site = await startTarget((socket) =>
      socket.end(Buffer.concat([address, Buffer.from('x')])),
    )
    const client = connect(door.port, '127.0.0.1')
    const recorded: Buffer[] = []
    client.on('data', (data: Buffer) => recorded.push(data))
    client.write(opening(door, site, Buffer.from('get')).bytes)
    await once(client, 'end')
    client.destroy()
    const answer = Buffer.concat(recorded)
    expect(answer.length).toBeGreaterThan(32 + 8)
    expect((await knock(door.port, answer)).answered).toBe(0)
    expect(canary.sockets.size).toBe(0)
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 3, down: 8 })
  })

  test('ends handshakes that do not finish and connections that fall idle', async () => {
    const engine = startTestEngine({ limits: { ...limits, handshakeMs: 100, idleMs: 250 } })
    const door = await desiredPort()
    await engine.apply([door])
    const target = await startTarget(() => {})
    const { bytes } = opening(door, target)
    expect((await knock(door.port, bytes.subarray(0, 40))).answered).toBe(0)
    expect((await knock(door.port, bytes.subarray(0, 51))).answered).toBe(0)
    const began = Date.now()
    const guest = await visit(door, target)
    await guest.rest()
    expect(Date.now() - began).toBeGreaterThan(240)
    expect(target.sockets.size).toBe(1)
  })

  test('holds an account to its connections, and a stranger to his handshakes', async () => {
    const engine = startTestEngine({ limits: { handshakesPerClient: 3 } })
    const door = await desiredPort({ maxConnections: 2 })
    await engine.apply([door])
    const target = await echo()
    const guests = [await visit(door, target), await visit(door, target)]
    await eventually(() => target.sockets.size === 2)
    expect((await (await visit(door, target, Buffer.from('x'))).rest()).length).toBe(0)
    guests[0]?.socket.destroy()
    const enters = async () => (await visit(door, target, Buffer.from('x'))).until(1, 100)
    await eventually(() => enters().catch(() => undefined))
    const strangers = Array.from({ length: 5 }, () => connect(door.port, '127.0.0.1'))
    let ended = 0
    for (const socket of strangers) socket.on('close', () => (ended += 1)).on('error', () => {})
    await eventually(() => ended === 2)
    for (const socket of strangers) socket.destroy()
  })

  test('stops at the last byte of the budget and opens again with a new one', async () => {
    const engine = startTestEngine()
    const door = await desiredPort({ budget: 5 << 20 })
    await engine.apply([door])
    const source = await startTarget((socket) => {
      socket.on('data', () => socket.write(Buffer.alloc(32 << 20)))
    })
    const guest = await visit(door, source, Buffer.from('give'))
    await guest.rest()
    await eventually(() => engine.states.length > 0)
    const over = { key: door.key, state: 'error', reason: 'over' }
    expect(engine.states).toEqual([over])
    expect(engine.charged(door.key)).toEqual({ up: 4, down: (5 << 20) - 4 })
    await expect(visit(door, source)).rejects.toThrow('ECONNREFUSED')
    expect(await engine.apply([{ ...door, budget: 0 }])).toEqual([over])
    expect(await engine.apply([{ ...door, budget: 10 }])).toMatchObject([{ state: 'open' }])
    await (await visit(door, source, Buffer.from('more'))).rest()
    await eventually(() => engine.charged(door.key).down === (5 << 20) + 2)
  })

  test('swaps the password under an open port', async () => {
    const engine = startTestEngine({ limits })
    const door = await desiredPort()
    await engine.apply([door])
    const target = await echo()
    const old = await visit(door, target, Buffer.from('a'))
    await old.until(1)
    const next = { ...door, password: 'new', method: 'chacha20-ietf-poly1305' }
    const swapped = engine.apply([next])
    await old.rest()
    await swapped
    const fresh = await visit(next, target, Buffer.from('b'))
    expect((await fresh.until(1)).toString()).toBe('b')
    expect((await (await visit(door, target, Buffer.from('c'))).rest()).length).toBe(0)
    expect(await engine.apply([next])).toMatchObject([{ state: 'open' }])
    fresh.write(Buffer.from('d'))
    expect((await fresh.until(2)).toString()).toBe('bd')
    expect((await engine.counters()).get(door.key)).toMatchObject({ up: 3, down: 3 })
  })
})
