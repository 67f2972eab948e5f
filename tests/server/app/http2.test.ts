import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { http2Side } from '../../../server/app/tls/http2.ts'
import { NAME, ownConsole } from '../../support/ownConsole.ts'
import { selfSigned } from '../../support/pebble.ts'
import { emptyFolder } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'

const ANY = { rejectUnauthorized: false, servername: NAME }

/** A console with a certificate of its own, and how to connect to it by HTTP/2. */
async function own(options = {}) {
  const { cert, key } = selfSigned(await emptyFolder(), 'own', `DNS:${NAME}`)
  const console = await ownConsole(
    { TLS: 'files', TLS_CERT: cert, TLS_KEY: key },
    undefined,
    options,
  )
  const { tls, app, stop } = await console.open()
  await eventually(async () => tls.status().state === 'ok')
  const { port, world } = console
  const open = () => {
    const session = connect(`https://127.0.0.1:${port}`, ANY)
    session.on('error', () => undefined)
    onTestFinished(() => session.destroy())
    return session
  }
  return { port, world, app, tls, stop, open }
}

/** One request. A refused or broken off one is an error, by the name of its code. */
async function call(session: ClientHttp2Session, headers: object, body?: string) {
  const stream = session.request({ ':authority': NAME, ...headers })
  if (body !== undefined) stream.end(body)
  const [reply] = await once(stream, 'response')
  return { status: reply[':status'], headers: reply, body: await text(stream) }
}
const get = (session: ClientHttp2Session, path: string) => call(session, { ':path': path })
/** A login whose body is on its way. */
function begin(session: ClientHttp2Session) {
  const stream = session.request({
    ':method': 'POST',
    ':authority': NAME,
    ':path': '/api/home/login',
    'content-type': 'application/json',
  })
  stream.on('error', () => undefined)
  stream.write('{"email":"nobody@example.com",')
  return stream
}

test('requests of one connection are answered beside each other, by the same rules', async () => {
  const { app, open } = await own()
  const session = open()
  const replies = await Promise.all([
    get(session, '/api/livez'),
    // The address is the connection's own: this machine may read them.
    get(session, '/api/metrics'),
    get(session, '/api/user/account'),
    call(
      session,
      { ':method': 'POST', ':path': '/api/home/login', 'content-type': 'application/json' },
      '{"email":"nobody@example.com","password":"x"}',
    ),
    call(session, { ':path': '/api/livez', 'x-forwarded-for': '192.0.2.1' }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 401, 403, 200])
  expect(replies[0]?.body).toBe('{"status":"ok"}')
  expect(replies[3]?.headers['contract-version']).toBeDefined()
  expect(session.remoteSettings).toMatchObject({
    maxConcurrentStreams: 100,
    enablePush: false,
    enableConnectProtocol: false,
  })
  expect(app.server.listening).toBe(true)
})

test('the host is what the address names, as by HTTP/1.1', async () => {
  const { app, open } = await own()
  const seen: unknown[] = []
  app.server.prependListener('request', ({ headers }) => seen.push(headers.host))
  await get(open(), '/api/livez')
  expect(seen).toEqual([NAME])
})

test('a WebSocket is opened on the same port, by HTTP/1.1', async () => {
  const { port, open } = await own()
  await get(open(), '/api/livez')
  const link = new WebSocket(`wss://127.0.0.1:${port}/api/node/link`, [], ANY as ClientOptions)
  await once(link, 'open')
  link.terminate()
})

test('a body that does not arrive in time ends its request, and no other', async () => {
  const { open } = await own({ requestTimeout: 300 })
  const session = open()
  const slow = begin(session)
  await once(slow, 'close')
  expect(slow.rstCode).toBe(constants.NGHTTP2_CANCEL)
  expect((await get(session, '/api/livez')).status).toBe(200)
})

test('what no honest client sends ends its own connection, and nothing else', async () => {
  const { port, open } = await own()
  const raw = async (bytes: Buffer) => {
    const socket = connectTls({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], ...ANY })
    socket.on('error', () => undefined)
    await once(socket, 'secureConnect')
    expect(socket.alpnProtocol).toBe('h2')
    socket.write(bytes)
    socket.resume()
    await once(socket, 'close')
  }
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  const frame = (type: number, flags: number, stream: number, payload: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUIntBE(payload.length, 0, 3)
    head.writeUInt8(type, 3)
    head.writeUInt8(flags, 4)
    head.writeUInt32BE(stream, 5)
    return Buffer.concat([head, payload])
  }
  const settings = frame(4, 0, 0, Buffer.alloc(0))
  for (const bytes of [
    Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
    Buffer.alloc(100, 255),
    // A frame larger than was allowed, data of a stream nobody opened, a header that is none.
    Buffer.concat([preface, settings, frame(0, 0, 1, Buffer.alloc(70_000))]),
    Buffer.concat([preface, settings, frame(0, 1, 1, Buffer.alloc(10))]),
    Buffer.concat([preface, settings, frame(1, 5, 1, Buffer.alloc(40, 255))]),
    Buffer.concat([preface, settings, frame(1, 0, 1, Buffer.alloc(1)), settings]),
  ])
    await raw(bytes)
  const session = open()
  // The limit of headers counts from its acknowledgement on.
  await Promise.all([once(session, 'remoteSettings'), get(session, '/api/livez')])
  const refused = await Promise.allSettled([
    call(session, { ':path': '/api/livez', 'x-large': 'a'.repeat(20_000) }),
    call(session, { ':method': 'CONNECT', ':authority': 'example.com:25' }),
  ])
  const ends = refused.map((one) =>
    one.status === 'fulfilled' ? one.value.status : one.reason.message,
  )
  expect(ends).toEqual([expect.stringContaining('NGHTTP2_ENHANCE_YOUR_CALM'), 405])
  expect((await get(open(), '/api/livez')).status).toBe(200)
})

test('it stops once the last request is answered, however many connections are idle', async () => {
  const { stop, open } = await own()
  const [idle, busy] = [open(), open()]
  await Promise.all([get(idle, '/api/livez'), get(busy, '/api/livez')])
  const late = begin(busy)
  const answered = once(late, 'response')
  // The server has it by now: what comes after it on the same connection is answered.
  await get(busy, '/api/livez')
  const idleEnd = once(idle, 'close')
  const stopped = stop()
  await idleEnd
  expect(busy.destroyed).toBe(false)
  late.end('"password":"x"}')
  const [reply] = await answered
  expect(reply[':status']).toBe(403)
  late.resume()
  await stopped
})

test('what is still open when it has to end is cut', async () => {
  const { app, tls, stop, open } = await own()
  const session = open()
  const late = begin(session)
  await get(session, '/api/livez')
  const cut = once(late, 'close')
  const stopped = stop()
  tls.cut(app.server)
  await cut
  await stopped
})

/** HTTP/2 alone, by a client that begins with it: what a request does there is the test's. */
async function alone(idleMs: number, listener: (reply: ServerResponse) => void) {
  const http = createServer((_request, reply) => listener(reply))
  const side = http2Side(() => http, idleMs)
  const server = createTcpServer((socket) => side.take(socket as TLSSocket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  session.on('error', () => undefined)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  return session
}

test('a connection on which nothing moves is ended, one that is in use is not', async () => {
  const session = await alone(1_500, (reply) => reply.end('answered'))
  for (let at = 0; at < 6; at += 1) {
    expect((await get(session, '/')).body).toBe('answered')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await once(session, 'close')
})

test('an answer that nobody reads is ended as well', async () => {
  const session = await alone(300, (reply) => reply.end(Buffer.alloc(1_000_000)))
  const stalled = session.request({ ':path': '/' })
  stalled.on('error', () => undefined)
  await once(stalled, 'response')
  stalled.pause()
  await once(session, 'close')
})
