import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CHECK_HOST } from '../../../server/engine/ports/check.ts'
import { probeServer } from '../../../server/engine/probe/probe.ts'
import { probeUdp } from '../../../server/engine/probe/probeUdp.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'

const AES_128 = '2022-blake3-aes-128-gcm'
const AES_256 = '2022-blake3-aes-256-gcm'
const CHACHA = '2022-blake3-chacha20-poly1305'
const keyFor = (method: string) => randomBytes(method === AES_128 ? 16 : 32).toString('base64')
const works = { ok: true, ms: expect.any(Number) }
const failed = (reason: string) => ({ ok: false, ms: expect.any(Number), reason })

/** A port of one's own, or of many. */
async function aPort(method: string, isShared: boolean) {
  const ports = portsHere()
  const own = keyFor(method)
  const password = isShared ? `${keyFor(method)}:${own}` : own
  const order = await anOrder({ method, password })
  expect(await ports.change([order], [])).toMatchObject([{ state: 'open' }])
  const terms = { host: '127.0.0.1', port: order.port, method, password, timeoutMs: 20_000 }
  return { ...ports, order, terms }
}

describe('a trial of a port of Shadowsocks 2022', () => {
  test.each([
    [AES_128, false],
    [AES_256, false],
    [CHACHA, false],
    [AES_128, true],
    [AES_256, true],
  ])('gets through with %s (shared: %s), over TCP and UDP', async (method, isShared) => {
    const { terms } = await aPort(method, isShared)
    const target = await startTarget((socket) => socket.once('data', () => socket.write('hi')))
    expect(await probeServer({ ...terms, target })).toEqual({ ...works, reply: 'hi' })
    expect(await probeUdp({ ...terms, target: await startUdpEcho() })).toEqual(works)
  })

  test('is answered by the engine itself, and charged to nobody', async () => {
    const { terms, counters, order, attempts } = await aPort(AES_128, true)
    const target = { host: CHECK_HOST, port: 1 }
    const hello = Buffer.alloc(0)
    expect(await probeServer({ ...terms, target, hello })).toEqual({ ...works, reply: 'ok udp' })
    expect(await probeUdp({ ...terms, target })).toEqual(works)
    expect(counters().get(order.key)).toMatchObject({ up: 0, down: 0, ips: 0 })
    expect(attempts.read(order.key, 0)).toEqual([])
  })

  test('does not get through with another key', async () => {
    const { terms } = await aPort(AES_128, true)
    const [server] = terms.password.split(':')
    const target = { host: CHECK_HOST, port: 1 }
    const wrong = { ...terms, password: `${server}:${keyFor(AES_128)}`, target, timeoutMs: 300 }
    expect(await probeServer(wrong)).toEqual(failed('noAnswer'))
    expect(await probeUdp(wrong)).toEqual(failed('noAnswer'))
  })

  test('is not taken in by one that sends back what it gets, and needs a key', async () => {
    const target = { host: 'a.example', port: 443 }
    const terms = { host: '127.0.0.1', method: AES_128, password: keyFor(AES_128), target }
    const echo = await startTarget((socket) => socket.pipe(socket))
    const trial = { ...terms, timeoutMs: 2_000 }
    expect(await probeServer({ ...trial, port: echo.port })).toEqual(failed('garbage'))
    const { port } = await startUdpEcho()
    expect(await probeUdp({ ...trial, port, timeoutMs: 300 })).toEqual(failed('garbage'))
    const lacking = { ...trial, port, password: 'pw' }
    expect(await probeServer(lacking)).toEqual(failed('unsupported'))
    expect(await probeUdp(lacking)).toEqual(failed('unsupported'))
  })
})
