import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { connect, type ConnectionOptions } from 'node:tls'
import type { drawing } from '../seed.ts'
import type { Probe } from './look.ts'

type Draw = ReturnType<typeof drawing>

/** What is known before a probe is made. */
export type Known = {
  /** The first bytes of a browser, and of an older one. */
  hellos: readonly Buffer[]
  /** All bytes of a client that was here, and all that it was answered, as a filter has them. */
  recorded: { client: Buffer; server: Buffer }
  /** The line of a customer, which only the customer knows, and that of nobody. */
  lines: { customer: Buffer; nobody: Buffer }
  /** The secret path of its WebSocket. */
  path: string
  /** What stands behind it for the Shadowsocks of that customer, for streams and for datagrams. */
  tokens: readonly string[]
  /** What stood there for a customer who is none any more. */
  former: readonly string[]
}

const HTTP = 'Host: localhost\r\nConnection: close\r\n\r\n'
const page = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\n${HTTP}`)
const socketOf = (path: string) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )

/** What other programs say first, to whatever listens on a port. */
const OTHERS = [
  page('/'),
  Buffer.from('HEAD / HTTP/1.0\r\n\r\n'),
  Buffer.from('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'),
  Buffer.from('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('SSH-2.0-OpenSSH_9.6\r\n'),
  Buffer.from('EHLO localhost\r\n'),
  Buffer.from('050100', 'hex'),
  Buffer.from('04010050cb007101 00'.replace(' ', ''), 'hex'),
  // Remote desktop, and the hello of SSL 2.
  Buffer.from(
    '0300002a25e00000000000436f6f6b69653a206d737473686173683d41640d0a0100080003000000',
    'hex',
  ),
  Buffer.from('802e010002001500000010010080020080030080040080050080060040070', 'hex'),
]

/** Records that no client sends first. */
const RECORDS = [
  '15030300020100',
  '1503030002022f',
  '18030300030140 00'.replace(' ', ''),
  '1703030010' + '00'.repeat(16),
  '160305002a',
  '1603014001',
  '16030100000' + '0',
  '1603010004' + '0e000000',
  '14030300' + '0101',
].map((hex) => Buffer.from(hex, 'hex'))

/** How strangers shake hands: each is answered as the site itself would. */
const WAYS: ConnectionOptions[] = [
  {},
  { servername: 'other.example' },
  { servername: '' },
  { maxVersion: 'TLSv1.2' },
  { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
  { ALPNProtocols: ['http/1.1'] },
  { ALPNProtocols: ['h2', 'http/1.1'] },
  { ALPNProtocols: ['h2'] },
  { ALPNProtocols: ['acme-tls/1'] },
  { ALPNProtocols: ['http/0.9', 'spdy/3'] },
  { ecdhCurve: 'secp384r1' },
  { ciphers: 'AES128-SHA', maxVersion: 'TLSv1.2' },
  { ciphers: 'TLS_CHACHA20_POLY1305_SHA256', minVersion: 'TLSv1.3' },
]

/** The probes of a port that shows a web site, by what they are; each draws another one. */
export const WEB: Record<string, (draw: Draw, known: Known) => Omit<Probe, 'kind'>> = {
  'random bytes': ({ bytes, between }) => ({ pieces: [bytes(between(1, 700))] }),
  'random bytes, one by one': ({ bytes, between }) => ({
    pieces: [...bytes(between(2, 12))].map((byte) => Buffer.from([byte])),
  }),
  'random bytes in a record': ({ bytes, between }) => {
    const length = between(1, 600)
    const head = Buffer.from([0x16, 3, between(0, 5), length >> 8, length & 255])
    return { pieces: [Buffer.concat([head, bytes(length)])] }
  },
  'records no client begins with': ({ pick, bytes, between }) => ({
    pieces: [Buffer.concat([pick(RECORDS), bytes(between(0, 40))])],
  }),
  'other protocols': ({ pick }) => ({ pieces: [pick(OTHERS)] }),
  'a hello that is cut': ({ pick, between }, { hellos }) => {
    const hello = pick(hellos)
    return { pieces: [hello.subarray(0, between(1, hello.length))], endsItself: true }
  },
  'a hello with one bit changed': ({ pick, between }, { hellos }) => {
    const hello = Buffer.from(pick(hellos))
    const at = between(0, hello.length)
    hello.writeUInt8(hello.readUInt8(at) ^ (1 << between(0, 8)), at)
    return { pieces: [hello], endsItself: true }
  },
  'a hello in two pieces': ({ pick, between }, { hellos }) => {
    const hello = pick(hellos)
    const at = between(1, hello.length)
    return { pieces: [hello.subarray(0, at), hello.subarray(at)], endsItself: true }
  },
  'a hello twice': ({ pick }, { hellos }) => {
    const hello = pick(hellos)
    return { pieces: [hello, hello] }
  },
  'a hello and random bytes': ({ pick, bytes, between }, { hellos }) => ({
    pieces: [pick(hellos), bytes(between(1, 300))],
  }),
  'all that a customer sent, once more': (_draw, { recorded }) => ({ pieces: [recorded.client] }),
  'what a customer sent, changed': ({ between }, { recorded: { client } }) => {
    const bytes = Buffer.from(client)
    const at = between(0, bytes.length)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << between(0, 8)), at)
    return { pieces: [bytes], endsItself: true }
  },
  'what a customer was answered, sent back': ({ between }, { recorded: { server } }) => ({
    pieces: [server.subarray(0, between(1, server.length))],
    endsItself: true,
  }),
  'an end at once': () => ({ pieces: [], endsItself: true }),
  'a page': ({ pick, between }) => ({ tls: pick(WAYS), pieces: [page(`/${between(0, 99)}`)] }),
  'a page that is long in coming': ({ pick, between }) => ({
    tls: pick(WAYS),
    pieces: [...page(`/${between(0, 9)}`).toString()].map((letter) => Buffer.from(letter)),
  }),
  'a body in pieces': ({ pick, bytes, between }) => {
    const body = bytes(between(2, 3_000))
    const head = `POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n${HTTP}`
    const at = between(1, body.length)
    return { tls: pick(WAYS), pieces: [Buffer.from(head), body.subarray(0, at), body.subarray(at)] }
  },
  'random bytes inside TLS': ({ pick, bytes, between }) => ({
    tls: pick(WAYS),
    pieces: [bytes(between(1, 400))],
    endsItself: true,
  }),
  'digits inside TLS': ({ pick, bytes, between }) => ({
    tls: pick(WAYS),
    pieces: [Buffer.from(bytes(40).toString('hex').slice(0, between(1, 80)))],
    endsItself: true,
  }),
  'the line of nobody': ({ pick, between, bytes }, { lines }) => ({
    tls: pick(WAYS),
    pieces: [Buffer.concat([lines.nobody, bytes(between(0, 50))])],
    endsItself: true,
  }),
  'the line of a customer, with one letter changed': ({ pick, between }, { lines }) => {
    const line = Buffer.from(lines.customer)
    const at = between(0, 58)
    line.writeUInt8(line.readUInt8(at) ^ (1 << between(0, 7)), at)
    return { tls: pick(WAYS), pieces: [line], endsItself: true }
  },
  'the line of a customer, cut': ({ pick, between }, { lines }) => ({
    tls: pick(WAYS),
    pieces: [lines.customer.subarray(0, between(1, 58))],
    endsItself: true,
  }),
  'a socket on some path': ({ pick, bytes, between }) => ({
    tls: pick(WAYS.filter(({ ALPNProtocols }) => !ALPNProtocols)),
    pieces: [socketOf(`/${bytes(between(1, 12)).toString('hex')}`)],
    endsItself: true,
  }),
  'a socket on almost the secret path': ({ pick, between }, { path }) => {
    const cut = path.slice(0, between(1, path.length))
    return {
      tls: pick(WAYS.filter(({ ALPNProtocols }) => !ALPNProtocols)),
      pieces: [socketOf(pick([cut, `${path}x`, `${path}/`, path.toUpperCase(), `${path}%20`]))],
      endsItself: true,
    }
  },
  'a socket on almost the path of an account': (
    { pick, between, bytes },
    { path, tokens, former },
  ) => {
    const token = pick(tokens)
    const at = between(0, token.length)
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    const nobody = bytes(16).toString('base64url')
    const letters = [token.toLowerCase(), `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`]
    const longer = [`${token}x`, `${token}/`, `${token}%20`]
    const others = [changed, nobody, token.slice(0, at), ...letters, ...longer, ...former]
    return {
      tls: pick(WAYS.filter(({ ALPNProtocols }) => !ALPNProtocols)),
      pieces: [socketOf(`${path}/${pick(others)}`)],
      endsItself: true,
    }
  },
  'a socket on the path of an account, elsewhere': ({ pick }, { path, tokens }) => {
    const token = pick(tokens)
    return {
      tls: pick(WAYS.filter(({ ALPNProtocols }) => !ALPNProtocols)),
      pieces: [socketOf(pick([`/${token}`, `${path}x/${token}`, `${path}//${token}`]))],
      endsItself: true,
    }
  },
  'the path of an account as a page': ({ pick }, { path, tokens }) => ({
    tls: pick(WAYS.filter(({ ALPNProtocols }) => !ALPNProtocols)),
    pieces: [page(`${path}/${pick(tokens)}`)],
  }),
  'an end right after the handshake': ({ pick }) => ({
    tls: pick(WAYS),
    pieces: [],
    endsItself: true,
  }),
}

/** The first bytes of a client that would shake hands in this way. */
export async function helloOf(options: ConnectionOptions): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', servername: 'localhost', ...options })
  client.on('error', () => {})
  const [socket] = await once(server, 'connection')
  const [hello] = await once(socket, 'data')
  client.destroy()
  socket.destroy()
  server.close()
  return hello as Buffer
}
