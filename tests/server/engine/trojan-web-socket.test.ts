import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { probeServer } from '../../../server/engine/probe/probe.ts'
import type { EngineOptions } from '../../../server/engine/protocol/messages.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { LOCALHOST_CERT } from '../../support/localhost.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { framed, lodger, requestOf, shake, startTrojan, vouchFor } from '../../support/trojan.ts'
import { callPort, PATH, requestText } from '../../support/webSocket.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))
const site = () => startTarget((socket) => socket.end('site'))

/** An engine whose Trojan server has the path, with an account `one`. */
async function running(options?: EngineOptions, trusted: string[] = [], changes: object = {}) {
  const webSocket = { path: PATH, trusted }
  const started = await startTrojan(await site(), options, { webSocket, ...changes })
  await started.engine.apply([lodger(started.port, 1, 'one')])
  return { ...started, target: await echo() }
}

/** A web site that keeps connections. */
async function webSite() {
  const http = createServer((request, reply) => {
    reply.sendDate = false
    request.resume().on('end', () => reply.end(`${request.method} ${request.url} `.repeat(2_000)))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  onTestFinished(() => http.closeAllConnections())
  return { host: '127.0.0.1', port: (http.address() as AddressInfo).port }
}

describe('a WebSocket under the secret path', () => {
  test('carries what is in frames of any kind, counted to the byte, to its end', async () => {
    const { engine, port, target } = await running()
    const guest = await callPort(port)
    await guest.answered()
    expect(guest.heard.head).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
    const payload = randomBytes(300_007)
    guest.say(requestOf('one', target))
    for (let at = 0; at < payload.length; at += 50_000)
      guest.say(payload.subarray(at, at + 50_000), at > 100_000)
    expect((await guest.until(payload.length)).equals(payload)).toBe(true)
    expect((await engine.counters()).get('1:1')).toMatchObject({
      up: payload.length,
      down: payload.length,
    })
    // A close ends what is carried, and is answered with one.
    guest.raw(Buffer.from([0x88, 0x80, 1, 2, 3, 4]))
    // At once, and not as a connection that is given up after a while.
    await eventually(() => [...target.sockets].every((socket) => socket.readableEnded), 3_000)
    await guest.over()
    expect(guest.heard.isClosed).toBe(true)
  })

  test('is told of the end a moment after the last bytes, which some would throw away', async () => {
    const { port } = await running()
    const target = await startTarget((socket) =>
      socket.once('data', () => socket.end('last words')),
    )
    const guest = await callPort(port)
    await guest.answered()
    guest.say(requestOf('one', target))
    guest.say('hello')
    expect((await guest.until(10)).toString()).toBe('last words')
    expect(guest.heard.isClosed).toBe(false)
    await guest.over()
    expect(guest.heard).toMatchObject({ isClosed: true, pings: 1 })
  })

  test('is read however the network splits it, and answers pings between', async () => {
    const { port, target } = await running()
    const guest = await callPort(port)
    await guest.answered()
    const wire: Buffer[] = []
    const gather = { ...guest, raw: (bytes: Buffer) => void wire.push(bytes) }
    const key = Buffer.from([9, 8, 7, 6])
    const masked = (bytes: Buffer, first = 0x82) =>
      gather.raw(
        Buffer.concat([
          Buffer.from([first, 0x80 | bytes.length]),
          key,
          bytes.map((byte, at) => byte ^ key[at & 3]!),
        ]),
      )
    const head = requestOf('one', target)
    masked(head.subarray(0, 20))
    masked(Buffer.from('are you there?'), 0x89)
    masked(head.subarray(20))
    // A message in two fragments, a ping between them, and an empty one.
    masked(Buffer.from('hel'), 0x02)
    masked(Buffer.alloc(0), 0x89)
    masked(Buffer.alloc(0), 0x00)
    masked(Buffer.from('lo'), 0x80)
    for (const byte of Buffer.concat(wire)) guest.raw(Buffer.from([byte]))
    expect((await guest.until(5)).toString()).toBe('hello')
  })

  test('begins with what was sent in the request already', async () => {
    const { engine, port, target } = await running()
    const early = Buffer.concat([requestOf('one', target), Buffer.from('early ')])
    for (const text of [early.toString('base64url'), early.toString('base64')]) {
      const guest = await callPort(port, { fields: { 'Sec-WebSocket-Protocol': text } })
      expect((await guest.until(6)).toString()).toBe('early ')
      guest.say('late')
      expect((await guest.until(10)).toString()).toBe('early late')
    }
    // A part of the key, and the rest of it in a frame.
    const fields = { 'Sec-WebSocket-Protocol': early.subarray(0, 30).toString('base64url') }
    const cut = await callPort(port, { path: `${PATH}?ed=2048`, fields })
    cut.say(early.subarray(30))
    expect((await cut.until(6)).toString()).toBe('early ')
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 26, down: 26, ips: 1 })
  })

  test('passes on a frame of a gigabyte as it comes', async () => {
    const { port, target } = await running()
    const guest = await callPort(port)
    await guest.answered()
    guest.say(requestOf('one', target))
    const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0])
    const part = randomBytes(2_000_000)
    guest.raw(Buffer.concat([head, part]))
    expect((await guest.until(part.length)).equals(part)).toBe(true)
  })

  test.each([
    ['no mask', [0x82, 0x01, 0x61]],
    ['a bit that is reserved', [0xc2, 0x81, 0, 0, 0, 0, 0x61]],
    ['a word that is reserved', [0x83, 0x81, 0, 0, 0, 0, 0x61]],
    ['a ping of 126 bytes', [0x89, 0xfe, 0, 126, 0, 0, 0, 0]],
    ['a ping in fragments', [0x09, 0x80, 0, 0, 0, 0]],
    ['a length beyond all numbers', [0x82, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('ends with %s', async (_name, bytes) => {
    const { port, target } = await running()
    const guest = await callPort(port)
    guest.say(Buffer.concat([requestOf('one', target), Buffer.from('a')]))
    await guest.until(1)
    guest.raw(Buffer.from(bytes))
    await guest.over()
    expect(guest.received().toString()).toBe('a')
  })

  test('carries datagrams, keeps to the quota, and ends on a kill', async () => {
    const { engine, port, target } = await running()
    const udp = await startUdpEcho()
    const guest = await callPort(port)
    const datagram = framed(udp, randomBytes(20_000))
    guest.say(requestOf('one', { host: '0.0.0.0', port: 0 }, 3))
    guest.say(datagram)
    expect((await guest.until(datagram.length)).equals(datagram)).toBe(true)
    expect((await engine.counters()).get('1:1')).toMatchObject({ up: 20_000, down: 20_000 })
    await engine.change([lodger(port, 2, 'small', { budget: 10 })], [])
    const small = await callPort(port)
    small.say(Buffer.concat([requestOf('small', target), Buffer.from('0123456')]))
    await small.over()
    expect(small.received().toString()).toBe('012')
    await engine.kill('1:1')
    await guest.over()
  })

  test('hears something now and then, and ends where nothing was carried for long', async () => {
    const { port, target } = await running({ limits: { pingMs: 50, idleMs: 400 } })
    const guest = await callPort(port)
    guest.say(Buffer.concat([requestOf('one', target), Buffer.from('a')]))
    await guest.until(1)
    await eventually(() => guest.heard.pings >= 2)
    guest.raw(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
    guest.say('b')
    expect((await guest.until(2)).toString()).toBe('ab')
    // Pongs are no sign of a customer.
    const pong = setInterval(() => guest.raw(Buffer.from([0x8a, 0x80, 0, 0, 0, 0])), 50)
    onTestFinished(() => clearInterval(pong))
    await guest.over()
  })

  test('tells one key of nobody from another, and from none, by nothing', async () => {
    const { port, target } = await running({ limits: { handshakeMs: 500 } })
    const [none, wrong, cut] = [await callPort(port), await callPort(port), await callPort(port)]
    wrong.say(Buffer.concat([requestOf('nobody', target), Buffer.from('hello')]))
    cut.say(requestOf('one', target).subarray(0, 57))
    const began = performance.now()
    for (const guest of [none, wrong, cut]) {
      await guest.over()
      expect(guest.heard).toMatchObject({ isClosed: true, pings: 0 })
      expect(guest.received().length).toBe(0)
    }
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(target.sockets.size).toBe(0)
  })

  test('is known again on a connection that a proxy has used for visitors', async () => {
    const { engine, port, order, target } = await running()
    await engine.sites([{ ...order, site: { ...(await webSite()), isTls: false } }])
    const guest = await shake(port)
    for (const name of ['/a', '/b', `${PATH}x`]) {
      const before = guest.received().length
      guest.write(`GET ${name} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await guest.until(before + 4_000)
      await eventually(() => guest.received().toString().includes(`GET ${name} `))
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = guest.received().length
    const early = Buffer.concat([requestOf('one', target), Buffer.from('hi')])
    const fields = { 'Sec-WebSocket-Protocol': early.toString('base64url') }
    guest.write(requestText({ fields }))
    await eventually(() => guest.received().subarray(before).toString('latin1').endsWith('\x02hi'))
    expect(guest.received().subarray(before).toString()).toMatch(/^HTTP\/1\.1 101 /)
  })
})

describe('who is no customer of the path', () => {
  const nobody = requestOf('nobody', { host: '127.0.0.1', port: 80 }).toString('base64url')
  const asked = (fields: Record<string, string>, path = PATH) => requestText({ path, fields })
  const CLOSE = { Connection: 'Upgrade, close' }

  test.each([
    ['another path', asked(CLOSE, '/k3Jq0fVbT9_w-2Lx7RcYhB')],
    ['a longer path', asked(CLOSE, `${PATH}A`)],
    ['a path below it', asked(CLOSE, `${PATH}/a`)],
    ['a shorter path', asked(CLOSE, PATH.slice(0, -1))],
    ['the path as a page', `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ['the path with HTTP/1.0', `GET ${PATH} HTTP/1.0\r\nHost: a\r\n\r\n`],
    ['another method', asked(CLOSE).replace('GET', 'PUT')],
    ['another version', asked({ ...CLOSE, 'Sec-WebSocket-Version': '12' })],
    ['no key of the WebSocket', asked({ ...CLOSE, 'Sec-WebSocket-Key': '' })],
    ['a short key of the WebSocket', asked({ ...CLOSE, 'Sec-WebSocket-Key': 'AAAA' })],
    ['another upgrade', asked({ ...CLOSE, Upgrade: 'h2c' })],
    ['no connection to upgrade', asked({ Connection: 'close' })],
    ['a key of nobody in the request', asked({ ...CLOSE, 'Sec-WebSocket-Protocol': nobody })],
  ])('gets what the site says: %s', async (_name, request) => {
    const heard: Buffer[] = []
    const shop = await startTarget((socket) => {
      socket.on('data', (data: Buffer) => {
        heard.push(data)
        if (Buffer.concat(heard).includes('\r\n\r\n')) socket.end('the site')
      })
    })
    const { engine, port, order } = await running()
    await engine.sites([{ ...order, site: { host: shop.host, port: shop.port, isTls: false } }])
    const guest = await shake(port)
    guest.write(request)
    expect((await guest.rest()).toString()).toBe('the site')
    expect(Buffer.concat(heard).toString()).toBe(request)
  })

  test('is not let in by a key without TLS, nor where there is no path', async () => {
    const { engine, port, order, target } = await running()
    const { webSocket: _, ...without } = order
    await engine.sites([without])
    const guest = await shake(port)
    guest.write(requestText())
    expect((await guest.rest()).toString()).toBe('site')
    // Open ones, and keys without a WebSocket, go on.
    const plain = await shake(port)
    plain.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await plain.until(2)).toString()).toBe('hi')
  })
})

describe('behind a proxy', () => {
  const XFF = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' }

  /** The addresses that the account was seen at, once it was carried. */
  async function seenAt(
    { engine, port, target }: Awaited<ReturnType<typeof running>>,
    isPlain: boolean,
    fields: Record<string, string> = XFF,
  ) {
    const guest = await callPort(port, { isPlain, fields })
    guest.say(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await guest.until(2)).toString()).toBe('hi')
    return engine.clients('1:1')
  }

  const proxied = (trusted: string[] = []) =>
    running({}, trusted, { cert: undefined, key: undefined })

  test('of the machine the port has no TLS, and knows customers by what that one says', async () => {
    const started = await proxied()
    expect(started.states).toEqual([{ serverId: 1, state: 'open' }])
    expect(await seenAt(started, true)).toEqual(['198.51.100.7'])
    // A key without a WebSocket is nobody's there.
    const socket = connect(started.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(requestOf('one', started.target))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toBe('site')
  })

  test('what it says is believed as far back as it is trusted', async () => {
    expect(await seenAt(await proxied(['198.51.100.0/24']), true)).toEqual(['203.0.113.9'])
    const odd = { 'X-Forwarded-For': 'unknown' }
    expect(await seenAt(await proxied(), true, odd)).toEqual(['127.0.0.1'])
  })

  test('with TLS it is believed only where its network is named', async () => {
    expect(await seenAt(await running(), false)).toEqual(['127.0.0.1'])
    expect(await seenAt(await running({}, ['127.0.0.1']), false)).toEqual(['198.51.100.7'])
  })

  test('may become one and cease to be, on the same port', async () => {
    const { engine, port, order, target } = await running()
    const { cert: _, key: __, ...inside } = order
    expect(await engine.sites([inside])).toEqual([{ serverId: 1, state: 'open' }])
    await engine.apply([lodger(port, 1, 'one')])
    const guest = await callPort(port, { isPlain: true })
    guest.say(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await guest.until(2)).toString()).toBe('hi')
    expect(await engine.sites([order])).toEqual([{ serverId: 1, state: 'open' }])
    await engine.apply([lodger(port, 1, 'one')])
    const direct = await shake(port)
    direct.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await direct.until(2)).toString()).toBe('hi')
  })
})

test('a trial goes the way of customers, and charges nobody', async () => {
  const { engine, port, target } = await running()
  const trial = {
    host: '127.0.0.1',
    port,
    method: 'trojan-ws',
    password: trojanKey('one'),
    sni: 'localhost',
    target: { host: 'check.sluice.invalid', port: 1 },
    hello: Buffer.from(`127.0.0.1:${target.port}`),
    timeoutMs: 4_000,
  }
  const webSocket = { path: PATH, host: 'localhost' }
  expect(await probeServer({ ...trial, webSocket })).toMatchObject({ reason: 'certificate' })
  vouchFor(LOCALHOST_CERT)
  expect(await probeServer({ ...trial, webSocket })).toMatchObject({ ok: true, reply: 'ok udp' })
  const elsewhere = { ...webSocket, path: `${PATH}x` }
  expect(await probeServer({ ...trial, webSocket: elsewhere })).toMatchObject({
    ok: false,
    reason: 'garbage',
  })
  const counter = (await engine.counters()).get('1:1')
  expect((counter?.up ?? 0) + (counter?.down ?? 0)).toBe(0)
})
