/** @module-tag long */
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { newSalt, openSession, sealPacket, secretOf } from '../../../server/engine/cipher/aead.ts'
import { sealChunks, sealedBytes } from '../../../server/engine/cipher/chunks.ts'
import { desiredPort, enginePids, startTarget, startTestEngine } from '../../support/engine.ts'
import { drawing } from '../../support/seed.ts'
import { opening, sendUdp, visit } from '../../support/shadowsocks.ts'

const secret = secretOf('aes-128-gcm', 'pw')!

/** An authentic stream with an invalid content. */
function sealedNonsense(plain: Buffer): Buffer {
  const salt = newSalt(secret)
  const out = Buffer.alloc(sealedBytes(plain.length))
  sealChunks(openSession(secret, salt), plain, out, 0)
  return Buffer.concat([salt, out])
}

function nonsense({ bytes, between }: ReturnType<typeof drawing>): Buffer {
  const raw = bytes(between(1, 600))
  if (between(0, 2) === 1) raw[0] = between(0, 6)
  return raw
}

describe('the engine under garbage', () => {
  test('survives it, and serves its customers as before', async () => {
    const drawn = drawing('garbage')
    const { bytes, between } = drawn
    const engine = startTestEngine({
      limits: { silenceMs: [20, 50], handshakeMs: 200, connectMs: 500 },
    })
    const door = await desiredPort({ method: 'aes-128-gcm' })
    await engine.apply([door])
    const target = await startTarget((socket) => socket.pipe(socket))
    const [pid] = enginePids(engine.dir)
    const good = () => opening(door, target, bytes(between(0, 40_000))).bytes
    const sources: (() => Buffer)[] = [
      () => nonsense(drawn),
      () => sealedNonsense(nonsense(drawn)),
      () => good().subarray(0, between(1, 120)),
      () => {
        const spoilt = good()
        spoilt.writeUInt8(between(0, 256), between(0, spoilt.length))
        return spoilt
      },
      () => Buffer.concat([good(), nonsense(drawn)]),
      () => bytes(100_000),
      // Targets without a listener, names that do not exist or are invalid.
      () => opening(door, { host: '127.0.0.1', port: 1 }, bytes(9)).bytes,
      () => opening(door, { host: 'no.such.name.invalid', port: 80 }, bytes(9)).bytes,
      () => opening(door, { host: '..%\u007f ', port: 80 }, bytes(9)).bytes,
      () => Buffer.alloc(0),
    ]
    const endings = [
      (socket: ReturnType<typeof connect>) => socket.end(),
      (socket: ReturnType<typeof connect>) => socket.resetAndDestroy(),
      () => {},
    ]
    const sockets = Array.from({ length: 600 }, (_, i) => {
      const socket = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen: true })
      socket.on('error', () => {}).on('data', () => {})
      const sent = sources[i % sources.length]?.() ?? Buffer.alloc(0)
      const cut = between(0, sent.length + 1)
      socket.write(sent.subarray(0, cut))
      setTimeout(
        () => {
          socket.write(sent.subarray(cut))
          endings[i % endings.length]?.(socket)
        },
        between(0, 100),
      )
      return socket
    })
    const packets = Array.from({ length: 300 }, (_, i) =>
      i % 2 ? nonsense(drawn) : sealPacket(secret, nonsense(drawn), nonsense(drawn)),
    )
    await sendUdp(door, packets, 500, 1e9)
    await after(800)
    for (const socket of sockets) socket.destroy()
    expect(enginePids(engine.dir)).toEqual([pid])
    const guest = await visit(door, target, Buffer.from('well?'))
    expect((await guest.until(5)).toString()).toBe('well?')
    const before = (await engine.counters()).get(door.key)
    guest.write(Buffer.alloc(100_000))
    await guest.until(100_005)
    const now = (await engine.counters()).get(door.key)
    expect((now?.up ?? 0) - (before?.up ?? 0)).toBe(100_000)
  })
})
