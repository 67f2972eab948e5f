import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressTo } from '../../../server/network/address.ts'
import {
  newSalt,
  openPacket,
  openSession,
  sealBox,
  sealPacket,
  secretOf,
} from '../../../server/engine/cipher/aead.ts'
import { readChunks, sealChunks, sealedBytes } from '../../../server/engine/cipher/chunks.ts'
import { probeServer } from '../../../server/engine/probe/probe.ts'
import { stopwatch, TROUBLES, troubleOf } from '../../../server/engine/probe/probeAnswer.ts'
import { probeUdp } from '../../../server/engine/probe/probeUdp.ts'
import { startTarget } from '../../support/engine.ts'
import { eventually } from '../../support/shadowsocks.ts'

const secret = secretOf('aes-256-gcm', 'pw')!
const terms = { host: '127.0.0.1', method: 'aes-256-gcm', password: 'pw' }
const target = { host: 'a.example', port: 443 }
const failed = (reason: string) => ({ ok: false, ms: expect.any(Number), reason })
const works = { ok: true, ms: expect.any(Number) }

/** The bytes of a server's stream with these pieces, each in a chunk of its own. */
function stream(...pieces: string[]): Buffer {
  const salt = newSalt(secret)
  const session = openSession(secret, salt)
  const chunks = pieces.map((piece) => {
    const plain = Buffer.from(piece)
    const out = Buffer.alloc(sealedBytes(plain.length))
    sealChunks(session, plain, out, 0)
    return out
  })
  return Buffer.concat([salt, ...chunks])
}

/** A server that does this once a client has said something. */
async function aServer(serve: (socket: Socket, said: Buffer) => void) {
  const server = await startTarget((socket) =>
    socket.once('data', (data: Buffer) => serve(socket, data)),
  )
  const trial = { ...terms, port: server.port, target, timeoutMs: 20_000 }
  return { ...server, trial }
}

describe('a trial over TCP', () => {
  test('says where to go and what for, and has the whole of the first answer', async () => {
    const requests: Buffer[] = []
    const { trial, sockets } = await aServer((socket, said) => {
      requests.push(...(readChunks(secret).read(said) ?? []))
      socket.write(stream('an answer'))
    })
    expect(await probeServer(trial)).toEqual({ ...works, reply: 'an answer' })
    expect(requests[0]?.subarray(0, 13)).toEqual(addressTo('a.example', 443))
    expect(requests[0]?.subarray(13).toString()).toBe(
      'HEAD / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
    )
    // It is over with the first answer.
    await eventually(() => [...sockets].every((socket) => socket.readableEnded || socket.destroyed))
    await probeServer({ ...trial, hello: Buffer.from('mine') })
    expect(requests[1]?.subarray(13).toString()).toBe('mine')
  })

  test('waits for an answer that comes byte by byte', async () => {
    const { trial } = await aServer(async (socket) => {
      for (const byte of stream('slow')) {
        socket.write(Buffer.from([byte]))
        await new Promise(setImmediate)
      }
    })
    expect(await probeServer(trial)).toEqual({ ...works, reply: 'slow' })
  })

  test('is not answered by a piece without a byte, and says nothing of it where it fails', async () => {
    const salt = newSalt(secret)
    const session = openSession(secret, salt)
    const empty = Buffer.alloc(18 + 16)
    sealBox(session, Buffer.alloc(0), empty, sealBox(session, Buffer.alloc(2), empty, 0))
    const more = Buffer.alloc(sealedBytes(4))
    sealChunks(session, Buffer.from('more'), more, 0)
    const { trial } = await aServer((socket) => {
      socket.write(Buffer.concat([salt, empty]))
      setTimeout(() => socket.write(more), 30)
    })
    expect(await probeServer(trial)).toEqual({ ...works, reply: 'more' })
    const { trial: other } = await aServer(
      (socket) => void socket.end(Buffer.concat([salt, empty])),
    )
    expect(await probeServer(other)).toStrictEqual(failed('closed'))
  })

  test('takes what arrives together for one answer', async () => {
    const { trial } = await aServer((socket) => void socket.write(stream('one', 'two')))
    expect(await probeServer(trial)).toEqual({ ...works, reply: 'onetwo' })
  })

  test.each<[string, string, (socket: Socket) => void]>([
    ['ends', 'closed', (socket: Socket) => void socket.end()],
    ['breaks off', 'closed', (socket: Socket) => void socket.resetAndDestroy()],
    ['ends after a salt', 'closed', (socket: Socket) => void socket.end(newSalt(secret))],
    ['sends something else', 'garbage', (socket: Socket) => void socket.write(Buffer.alloc(99))],
  ])('says of a server that %s: %s', async (_, reason, serve) => {
    const { trial, sockets } = await aServer(serve)
    expect(await probeServer(trial)).toEqual(failed(reason))
    await eventually(() => [...sockets].every((one) => one.destroyed || one.readableEnded))
  })

  test('says of one that sends back what it gets that it is none', async () => {
    const { trial } = await aServer((socket, said) => void socket.write(said))
    expect(await probeServer(trial)).toEqual(failed('garbage'))
  })

  test('ends in time, and leaves nobody connected', async () => {
    const { trial, sockets } = await aServer(() => {})
    expect(await probeServer({ ...trial, timeoutMs: 50 })).toEqual(failed('noAnswer'))
    await eventually(() => [...sockets].every((socket) => socket.readableEnded || socket.destroyed))
  })
})

describe('a trial by datagrams', () => {
  async function aPort(serve: (packet: Buffer, reply: (answer: Buffer) => void) => void) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void socket.close())
    await once(socket, 'listening')
    const seen: { payload: string; header: Buffer; from: number }[] = []
    socket.on('message', (packet, from) => {
      const plain = openPacket(secret, packet)!
      const header = addressTo('a.example', 443)
      seen.push({
        header: plain.subarray(0, header.length),
        payload: plain.toString('hex', header.length),
        from: from.port,
      })
      serve(packet, (answer) => socket.send(answer, from.port, from.address))
    })
    return { seen, trial: { ...terms, port: socket.address().port, target, timeoutMs: 20_000 } }
  }
  const header = addressTo('8.8.8.8', 53)
  const answer = () => sealPacket(secret, header, Buffer.from('answer'))

  test('asks for the name servers of the root, at the target', async () => {
    const { seen, trial } = await aPort((_, reply) => reply(answer()))
    expect(await probeUdp(trial)).toEqual(works)
    expect(seen).toMatchObject([
      { header: addressTo('a.example', 443), payload: '5143010000010000000000000000020001' },
    ])
    expect(await probeUdp({ ...trial, hello: Buffer.from('mine') })).toEqual(works)
    expect(seen[1]?.payload).toBe(Buffer.from('mine').toString('hex'))
  })

  test('asks three times over its time, and no more once it is over', async () => {
    const { seen, trial } = await aPort(() => {})
    expect(await probeUdp({ ...trial, timeoutMs: 300 })).toEqual(failed('noAnswer'))
    expect([seen.length >= 2, seen.length <= 3]).toEqual([true, true])
    expect(new Set(seen.map(({ from }) => from)).size).toBe(1)
    const count = seen.length
    const { trial: other } = await aPort((_, reply) => reply(answer()))
    expect(await probeUdp(other)).toEqual(works)
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(seen).toHaveLength(count)
  })

  test('goes on after one that is spoilt, is our own, or says nothing of where it is from', async () => {
    let times = 0
    const { trial } = await aPort((packet, reply) => {
      times += 1
      if (times > 1) return reply(answer())
      reply(packet)
      reply(Buffer.alloc(99))
      reply(sealPacket(secret, Buffer.alloc(0), Buffer.from([9])))
    })
    expect(await probeUdp({ ...trial, timeoutMs: 1_000 })).toEqual(works)
    expect(times).toBe(2)
    const echoing = await aPort((packet, reply) => reply(packet))
    expect(await probeUdp({ ...echoing.trial, timeoutMs: 100 })).toEqual(failed('garbage'))
  })

  test('says at once that nobody listens, that there is no such name, and no such method', async () => {
    const { trial } = await aPort(() => {})
    const gone = createSocket('udp4').bind(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address()
    gone.close()
    expect(await probeUdp({ ...trial, port })).toEqual(failed('refused'))
    expect(await probeUdp({ ...trial, host: 'no-such-name.invalid' })).toEqual(failed('noName'))
    expect(await probeUdp({ ...trial, method: 'none' })).toEqual(failed('unsupported'))
    expect(await probeServer({ ...trial, method: 'none' })).toEqual(failed('unsupported'))
    expect(await probeServer({ ...trial, port })).toEqual(failed('refused'))
  })
})

describe('what is in the way', () => {
  test.each([
    ['ENOTFOUND', 'noName'],
    ['EAI_AGAIN', 'noName'],
    ['ENODATA', 'noName'],
    ['ECONNREFUSED', 'refused'],
    ['ETIMEDOUT', 'silent'],
    ['ECONNRESET', 'closed'],
    ['EPIPE', 'closed'],
    ['EHOSTUNREACH', 'unreachable'],
  ])('is by its code: %s is %s', (code, trouble) => {
    expect(troubleOf(Object.assign(new Error('x'), { code }))).toBe(trouble)
    expect(TROUBLES).toContain(trouble)
  })

  test('is that there is no way, where it says nothing', () => {
    for (const error of [new Error('x'), { code: 'ENOTFOUND' }, undefined])
      expect(troubleOf(error)).toBe('unreachable')
  })

  test('is said with the time it took', async () => {
    const answer = stopwatch()
    await new Promise((resolve) => setTimeout(resolve, 30))
    const { ms, ...rest } = answer('closed')
    expect(rest).toEqual({ ok: false, reason: 'closed' })
    expect([ms >= 25, Number.isInteger(ms)]).toEqual([true, true])
    expect(answer()).toEqual(works)
  })
})
