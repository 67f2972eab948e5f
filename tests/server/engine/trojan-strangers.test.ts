import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect as connectHttp2, createSecureServer } from 'node:http2'
import { type AddressInfo, connect, type Server } from 'node:net'
import { createServer as createTls, type ConnectionOptions } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engineFolder, startTarget } from '../../support/engine.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { selfSigned } from '../../support/pebble.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'

const OWN = { cert: LOCALHOST_CERT, key: LOCALHOST_KEY }

async function started(server: Server): Promise<{ host: string; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

/** A web site, as itself and with the same TLS as the port in front of it has. */
async function webSite(http: HttpServer = createServer(answer)) {
  // The only line that says when.
  const front = createTls({ ...OWN, ALPNProtocols: ['http/1.1'], allowHalfOpen: true })
  front.on('secureConnection', (socket) => http.emit('connection', socket))
  front.on('tlsClientError', (_error, socket) => socket.destroy())
  onTestFinished(() => http.closeAllConnections())
  return { site: await started(http), direct: (await started(front)).port }
}

function answer(request: IncomingMessage, reply: ServerResponse) {
  reply.sendDate = false
  reply.setHeader('connection', 'close')
  // Whoever still sends while it closes loses a part of the answer, here and there another one.
  request.resume().on('end', () => {
    reply.end(`${request.method} ${request.url} `.repeat(20_000))
  })
}

/** What a connection is answered that sends these, with pauses until each was taken. */
async function said(port: number, pieces: (Buffer | string)[], options?: ConnectionOptions) {
  const guest = await shake(port, options)
  for (const piece of pieces) {
    guest.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  const bytes = (await guest.rest()).toString('latin1')
  return { agreed: guest.agreed, start: bytes.slice(0, 2_000), hash: hash('sha256', bytes) }
}

const key = requestOf('nobody', { host: '127.0.0.1', port: 80 })
const known = requestOf('one', { host: '127.0.0.1', port: 80 })

/** What strangers send, by what it is, and how they connect. */
const STRANGERS: [string, (Buffer | string)[], ConnectionOptions?][] = [
  ['a page', ['GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n']],
  ['two pages in one go', ['GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n']],
  ['slow bytes', [...'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n']],
  ['a body in pieces', ['POST /b HTTP/1.1\r\nHost: a\r\ncontent-length: 4\r\n\r\n', 'ab', 'cd']],
  ['random bytes', [randomBytes(300)]],
  ['one digit', ['a']],
  ['a key that is cut', [key.subarray(0, 40)]],
  ['a key of a customer, cut by one', [known.subarray(0, 55), known.subarray(55)]],
  [
    'a key without its line',
    [Buffer.concat([known.subarray(0, 56), Buffer.from('GET / HTTP/1.1')])],
  ],
  ['the key of nobody', [key]],
  [
    'the key of a customer in capitals',
    [Buffer.from(known.toString('latin1').toUpperCase(), 'latin1')],
  ],
  ['another name', ['GET /c HTTP/1.1\r\nHost: b\r\n\r\n'], { servername: 'other.example' }],
  ['no name', ['GET /c HTTP/1.1\r\nHost: b\r\n\r\n'], { servername: '' }],
  ['TLS 1.2', ['GET /c HTTP/1.1\r\nHost: b\r\n\r\n'], { maxVersion: 'TLSv1.2' }],
  [
    'TLS 1.1',
    ['GET /'],
    { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
  ],
  ['HTTP/2 and 1.1', ['GET /c HTTP/1.1\r\nHost: b\r\n\r\n'], { ALPNProtocols: ['h2', 'http/1.1'] }],
  ['HTTP/2 alone', ['PRI * HTTP/2.0\r\n\r\n'], { ALPNProtocols: ['h2'] }],
]

describe('those who are no customers', () => {
  test('see what the site itself answers, whatever they send', async () => {
    const { site, direct } = await webSite()
    const { engine, port } = await startTrojan(site)
    await engine.apply([lodger(port, 1, 'one')])
    const compare = async ([name, pieces, options]: (typeof STRANGERS)[number]) => {
      const expected = await said(direct, pieces, options)
      expect(await said(port, pieces, options), name).toEqual(expected)
    }
    await Promise.all(STRANGERS.map(compare))
  })

  test('reach it byte for byte, both ways and beyond the end of either', async () => {
    const heard: Buffer[] = []
    const site = await startTarget((socket) => {
      socket.on('data', (data: Buffer) => heard.push(data))
      // Only then, so that the end of one direction is not that of both.
      socket.on('end', () => socket.end(Buffer.concat(heard)))
    })
    const { port } = await startTrojan(site)
    const sent = randomBytes(2_000_000)
    const guest = await shake(port)
    guest.write(sent.subarray(0, 3))
    guest.write(sent.subarray(3))
    guest.socket.end()
    expect((await guest.rest()).equals(sent)).toBe(true)
  })

  test('are given the time of the site where they say nothing, and its words', async () => {
    const site = await startTarget((socket) => {
      socket.once('data', () => socket.end('too early'))
      setTimeout(() => socket.end('408'), 200)
    })
    const { engine, port } = await startTrojan(site)
    const guest = await shake(port)
    expect((await guest.rest()).toString()).toBe('408')
    // Who says who he is while the site waits is a customer all the same.
    await engine.apply([lodger(port, 1, 'one')])
    const slowSite = await startTarget(() => {})
    const target = await startTarget((socket) => socket.pipe(socket))
    const order = { serverId: 1, port, ...OWN, site: { ...slowSite, isTls: false } }
    await engine.sites([
      { ...order, site: { host: '127.0.0.1', port: slowSite.port, isTls: false } },
    ])
    const late = await shake(port)
    await eventually(() => slowSite.sockets.size === 1)
    late.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await late.until(2)).toString()).toBe('hi')
    await eventually(() => [...slowSite.sockets].every((socket) => socket.readableEnded))
  })

  test('are passed on by TLS to a site that speaks it, in the protocol it agrees on', async () => {
    const server = createSecureServer({ ...OWN, allowHTTP1: true }, (request, reply) => {
      reply.end(`${request.httpVersion} ${request.url}`)
    })
    const site = await started(server)
    const { port } = await startTrojan({ ...site, isTls: true })
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    onTestFinished(() => session.destroy())
    const stream = session.request({ ':path': '/two' })
    const pieces: Buffer[] = []
    stream.on('data', (data: Buffer) => pieces.push(data))
    await once(stream, 'end')
    expect(Buffer.concat(pieces).toString()).toBe('2.0 /two')
    const one = await said(port, ['GET /one HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'])
    expect(one.start).toContain('1.1 /one')
  })

  test('see the page of a web server in front while the site is down', async () => {
    const gone = await startTarget(() => {})
    const { engine, port, order } = await startTrojan({ host: '127.0.0.1', port: 1 })
    const asked = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const { start: bytes } = await said(port, [asked])
    expect(bytes).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
    expect(bytes).toContain('<h1>502 Bad Gateway</h1>')
    expect((await said(port, ['rubbish\r\n\r\n'])).start).toMatch(/^HTTP\/1\.1 400 /)
    expect((await said(port, [...asked])).start).toMatch(/^HTTP\/1\.1 502 /)
    // A customer does not notice.
    await engine.apply([lodger(port, 1, 'one')])
    const target = await startTarget((socket) => socket.pipe(socket))
    const guest = await shake(port)
    guest.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await guest.until(2)).toString()).toBe('hi')
    expect(gone.sockets.size).toBe(0)
    // The same over HTTP/2, which the site spoke while it was there.
    const server = createSecureServer({ ...OWN, allowHTTP1: true })
    const site = await started(server)
    await engine.sites([{ ...order, site: { ...site, isTls: true } }])
    await new Promise((resolve) => server.close(resolve))
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    onTestFinished(() => session.destroy())
    const [headers] = await once(session.request({ ':path': '/' }), 'response')
    expect(headers[':status']).toBe(502)
  })

  test('cannot keep others out by connections that never finish their handshake', async () => {
    const site = await startTarget((socket) => socket.end('site'))
    const limits = { handshakes: 40, handshakesPerClient: 20 }
    const { engine, port } = await startTrojan(site, { limits })
    await engine.apply([lodger(port, 1, 'one')])
    const idle = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => idle.forEach((socket) => socket.destroy()))
    for (const socket of idle) socket.on('error', () => {})
    await eventually(() => idle.filter((socket) => socket.closed).length >= 180)
    const target = await startTarget((socket) => socket.pipe(socket))
    const guest = await shake(port)
    guest.write(Buffer.concat([requestOf('one', target), Buffer.from('hi')]))
    expect((await guest.until(2)).toString()).toBe('hi')
  })

  test('get the new certificate, while open connections go on', async () => {
    const site = await startTarget((socket) => socket.pipe(socket))
    const { engine, port, order } = await startTrojan(site)
    const before = await shake(port)
    before.write('x')
    await before.until(1)
    const own = selfSigned(engineFolder(), 'renewed', 'DNS:localhost')
    const [cert, key] = [readFileSync(own.cert, 'utf8'), readFileSync(own.key, 'utf8')]
    expect(await engine.sites([{ ...order, cert, key }])).toEqual([{ serverId: 1, state: 'open' }])
    const after = await shake(port)
    expect(after.socket.getPeerCertificate().subject.CN).toBe('renewed')
    before.write('y')
    expect((await before.until(2)).toString()).toBe('xy')
    // One that cannot be served leaves what there is.
    expect(await engine.sites([{ ...order, cert, key: 'none' }])).toEqual([
      { serverId: 1, state: 'error', reason: 'certificate not valid' },
    ])
    expect((await shake(port)).socket.getPeerCertificate().subject.CN).toBe('renewed')
  })
})
