import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { eventually, opening, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))

describe('a connection', () => {
  test('is read no faster than its target reads, and loses nothing by it', async () => {
    const { change, readings } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const size = 48 << 20
    let taken = 0
    const target = await startTarget((socket) => {
      socket.on('data', (data: Buffer) => (taken += data.length))
      socket.pause()
    })
    const guest = await visit(order, target)
    for (let at = 0; at < size; at += 1 << 20) guest.write(Buffer.alloc(1 << 20, 7))
    const counted = () => readings()[0]?.[1] ?? 0
    // It stands still once the system's buffers and ours are full.
    let before = -1
    await eventually(
      () => {
        const isStill = before === counted() && before > 0
        before = counted()
        return isStill
      },
      20_000,
      250,
    )
    expect(counted()).toBeLessThan(size / 2)
    for (const socket of target.sockets) socket.resume()
    await eventually(() => taken === size)
    expect(counted()).toBe(size)
  })

  test('goes on beyond the time it had to find its target, and says that only of others', async () => {
    const { change, attempts } = portsHere({ connectMs: 150 })
    const order = await anOrder()
    await change([order], [])
    const guest = await visit(order, await echo(), Buffer.from('a'))
    await guest.until(1)
    await after(300)
    guest.write(Buffer.from('b'))
    expect((await guest.until(2)).toString()).toBe('ab')
    const reasons = attempts.read(order.key, 0).map(({ reason }) => reason)
    expect(reasons).toEqual(['connected'])
  })

  test('goes on in one direction where its target has ended the other', async () => {
    const { change } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const got: string[] = []
    const target = await startTarget((socket) => {
      socket.end('bye')
      socket.on('data', (data) => got.push(String(data)))
    })
    const guest = await visit(order, target, Buffer.from('a'))
    await guest.until(3)
    guest.write(Buffer.from('b'))
    await eventually(() => got.join('') === 'ab')
  })

  test('has the answer of a target that comes after all was said', async () => {
    const { change } = portsHere()
    const order = await anOrder()
    await change([order], [])
    const target = await startTarget((socket) => {
      socket.resume()
      socket.on('end', () => setTimeout(() => socket.end('late'), 50))
    })
    const guest = await visit(order, target, Buffer.from('a'))
    guest.socket.end()
    expect((await guest.rest()).toString()).toBe('late')
  })

  test('ends on one side with the other', async () => {
    const { change } = portsHere()
    const order = await anOrder()
    await change([order], [])
    let ended = 0
    const target = await startTarget((socket) => {
      socket.on('data', () => {})
      socket.on('end', () => (ended += 1))
    })
    const gone = await visit(order, target, Buffer.from('a'))
    await eventually(() => target.sockets.size === 1)
    gone.socket.resetAndDestroy()
    await eventually(() => ended === 1)
    // What is no longer authentic ends both sides as well.
    const spoilt = await visit(order, target, Buffer.from('a'))
    await eventually(() => target.sockets.size === 2)
    spoilt.socket.write(Buffer.alloc(40, 7))
    await spoilt.rest()
    await eventually(() => ended === 2)
    const broken = await startTarget((socket) => void socket.resetAndDestroy())
    expect((await (await visit(order, broken, Buffer.from('a'))).rest()).length).toBe(0)
  })

  test('to an unreachable or forbidden target ends without a reply', async () => {
    const { change, counters } = portsHere({ connectMs: 200 })
    const order = await anOrder()
    await change([order], [])
    const places = [
      { host: '127.0.0.1', port: await freePort() },
      { host: '127.0.0.2', port: 80 },
    ]
    for (const place of places)
      expect((await (await visit(order, place, Buffer.from('a'))).rest()).length).toBe(0)
    expect(counters().get(order.key)).toMatchObject({ up: 0, down: 0 })
  })

  test('ends when its target is not found in time', async () => {
    const { change, attempts } = portsHere({ connectMs: 200 }, () => new Promise(() => {}))
    const order = await anOrder()
    await change([order], [])
    const began = performance.now()
    const guest = await visit(order, { host: 'slow.test', port: 80 }, Buffer.from('a'))
    expect((await guest.rest()).length).toBe(0)
    const ms = performance.now() - began
    expect([ms >= 190, ms < 4_000]).toEqual([true, true])
    expect(attempts.read(order.key, 0)).toMatchObject([{ reason: 'noAnswer' }])
    expect(attempts.outcomes.read()).toMatchObject([{ losses: 1, lost: 1 }])
  })

  test('that says where to go in no known way ends at once, and a silent one in time', async () => {
    const { change } = portsHere({ handshakeMs: 150, silenceMs: [150, 151] })
    const order = await anOrder()
    await change([order], [])
    const knock = async (bytes: Buffer) => {
      const began = performance.now()
      const socket = connect(order.port, '127.0.0.1').on('error', () => {})
      socket.write(bytes)
      await once(socket, 'close')
      return performance.now() - began
    }
    const good = opening(order, { host: '127.0.0.1', port: 0 }, Buffer.from('a')).bytes
    expect(await knock(good)).toBeLessThan(140)
    expect(await knock(good.subarray(0, 20))).toBeGreaterThanOrEqual(145)
    expect(await knock(Buffer.alloc(99, 1))).toBeGreaterThanOrEqual(145)
  })
})
