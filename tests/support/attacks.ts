import { createCipheriv } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { agreed, newExchangeKey, newIdentity } from '../../server/fleet/nodes/channel/keys.ts'
import { directionKeys, transcriptOf } from '../../server/fleet/nodes/channel/transcript.ts'
import type { drawing } from './seed.ts'
import { UPGRADE } from './strangers.ts'

type Drawn = ReturnType<typeof drawing>
export type Target = { port: number; isTls: boolean }

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'get', 'BREW']
const HEADERS = [
  'Expect: 100-continue',
  'Expect: a miracle',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Upgrade: websocket',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding:\tchunked, identity',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 99999999999999999999',
  'Content-Length: -1',
  'Host: a\r\nHost: b',
  'Origin: null',
  'Range: bytes=0-,1-,2-,3-,-1',
  'If-None-Match: *',
  'If-Modified-Since: yesterday',
  'X-Forwarded-For: ::1, 1.2.3.4, nobody, 999.1.1.1',
  'X-Forwarded-For: fe80::1%eth0',
  'Authorization: Bearer \u00ff',
  'Cookie: sid=%; sid=%zz; =; ;;;; __proto__=1',
  `Cookie: ${'a=b;'.repeat(2_000)}`,
  `Accept-Language: ${'zh-CN;q=0.9,'.repeat(800)}`,
  `Accept-Encoding: ${'gzip;q=0,'.repeat(900)}`,
  `X: ${'x'.repeat(20_000)}`,
  'X'.repeat(9_000),
  Array.from({ length: 500 }, (_, at) => `X-${at}: 1`).join('\r\n'),
  'If-Match: "\\"',
  ' folded: 1',
]

/** Five megabytes of JSON, zipped. */
const ZIPPED = gzipSync(Buffer.alloc(5_000_000, '[0],'))
/** What an introduction says in place of a greeting, zipped as an agent does. */
const HELLOS = [
  () => `[${'{},'.repeat(3_000)}0]`,
  () => `[${'{},'.repeat(10_000_000)}0]`,
  () => '['.repeat(10),
  () => '['.repeat(60_000),
  () => `"${'x'.repeat(2_000_000)}"`,
  () => '{}',
  () => 'null',
].map((said) =>
  deflateRawSync(`{"key":"${newIdentity().publicKey}","signature":"x","hello":${said()}}`),
)

/** One connection of a stranger: what it sends, whatever it is. */
export function anAttack(drawn: Drawn, paths: readonly string[]): (socket: Socket) => void {
  const { between, pick, chance, bytes } = drawn
  const kind = between(0, 10)
  if (kind < 4) return sending(requests(1))
  if (kind < 6) return sending(Buffer.concat([requests(between(1, 5)), Buffer.from(UPGRADE)]))
  if (kind === 6) return sending(Buffer.concat([Buffer.from(UPGRADE), frames()]))
  if (kind === 7) return introducing
  if (kind === 8) return sending(bytes(between(1, 3_000)))
  return slowly(Buffer.concat([requests(1), Buffer.from(UPGRADE), frames()]))

  function sending(all: Buffer) {
    const cut = between(0, all.length + 1)
    return (socket: Socket) => {
      socket.write(all.subarray(0, cut))
      socket.write(all.subarray(cut))
      if (chance() < 0.3) socket.end()
      else if (chance() < 0.1) resetting(socket)
    }
  }

  function slowly(all: Buffer) {
    const until = between(0, all.length)
    return (socket: Socket) => {
      socket.write(all.subarray(0, until))
      // Then it says nothing, or reads nothing.
      if (chance() < 0.5) socket.pause()
    }
  }

  function requests(count: number): Buffer {
    return Buffer.concat(Array.from({ length: count }, request))
  }

  function request(): Buffer {
    const version = pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0'])
    const head = [`${pick(METHODS)} ${address()} ${version}`, 'Host: x']
    if (chance() < 0.1) head[0] = `CONNECT ${pick(['x:1', '[::1]:1', '/'])} HTTP/1.1`
    for (let more = between(0, 3); more > 0; more -= 1) head.push(pick(HEADERS))
    const body = chance() < 0.5 ? Buffer.alloc(0) : content(head)
    return Buffer.concat([Buffer.from([...head, '', ''].join('\r\n'), 'latin1'), body])
  }

  function address(): string {
    const part = () =>
      pick([
        'x',
        '0',
        '%00',
        '%',
        '%2e%2e',
        '..',
        '\u00ff',
        'x'.repeat(400),
        bytes(16).toString('base64url'),
      ])
    const path = pick(paths).replace(/:\w+|\*/g, part)
    const query = pick([
      '',
      '?',
      '?a[b][c][d]=1',
      `?${'a[]=1&'.repeat(1_500)}`,
      '?%',
      '?__proto__[a]=1',
      `?x=${'y'.repeat(9_000)}`,
    ])
    return (
      pick([
        path,
        path,
        `${path}/`,
        `//${path}`,
        `http://evil.example${path}`,
        path.toUpperCase(),
        '*',
      ]) + query
    )
  }

  function content(head: string[]): Buffer {
    const [type, made] = pick<[string, () => Buffer]>([
      [
        'application/json',
        () => {
          const depth = between(1, 60_000)
          return Buffer.from('['.repeat(depth) + ']'.repeat(depth))
        },
      ],
      ['application/json', () => Buffer.from('{"a":'.repeat(between(1, 20_000)))],
      ['application/json', () => Buffer.from('{"__proto__":{"a":1}}')],
      ['application/json', () => ZIPPED],
      [
        'application/x-www-form-urlencoded',
        () => Buffer.from('a[b][c][d][e]=1&'.repeat(between(1, 6_000))),
      ],
      ['multipart/form-data; boundary=x', () => Buffer.from('--x\r\n'.repeat(2_000))],
      ['text/plain', () => bytes(between(1, 140_000))],
      ['nothing at all', () => bytes(10)],
    ])
    const body = made()
    head.push(`Content-Type: ${type}`)
    if (chance() < 0.2) head.push('Content-Encoding: gzip')
    if (chance() < 0.7) head.push(`Content-Length: ${body.length + pick([0, 0, 0, -1, 1])}`)
    else {
      head.push('Transfer-Encoding: chunked')
      return Buffer.concat([
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from(pick(['\r\n0\r\n\r\n', '\r\nzz\r\n', ''])),
      ])
    }
    return body
  }

  /** Frames of the protocol of WebSockets, most of which are none. */
  function frames(): Buffer {
    return Buffer.concat(Array.from({ length: between(1, 6) }, aFrame))
  }

  function aFrame(): Buffer {
    const length = pick([0, 1, 125, 126, 127, 1_024, 1_025, 16_384, 65_535, 65_536, 200_000])
    const text = pick<() => Buffer>([
      () => bytes(length),
      () => Buffer.from('['.repeat(length)),
      () =>
        Buffer.from(
          JSON.stringify({
            version: 1,
            node: pick([null, 1, 1e308]),
            key: 'A'.repeat(43),
            nonce: '',
          }),
        ),
      () =>
        Buffer.from(
          JSON.stringify({ version: 1, node: null, key: newExchangeKey().publicKey, nonce: '' }),
        ),
    ])()
    // Final or not, with reserved bits or not, of any kind; masked, as a client's has to be, or not.
    const first = pick([0x82, 0x82, 0x82, 0x81, 0x02, 0x80, 0x88, 0x89, 0x8a, 0xc2, 0x83])
    return frame(text, {
      first,
      isMasked: chance() < 0.9,
      claimed: chance() < 0.1 ? 2 ** between(20, 45) : text.length,
    })
  }

  /** Speaks the handshake as an agent does, up to an introduction that is a bomb. */
  function introducing(socket: Socket): void {
    const exchange = newExchangeKey()
    const opening = Buffer.from(
      JSON.stringify({ version: 1, node: null, key: exchange.publicKey, nonce: 'n' }),
    )
    socket.write(Buffer.concat([Buffer.from(UPGRADE), frame(opening)]))
    let said = Buffer.alloc(0)
    socket.on('data', function answered(part: Buffer) {
      said = Buffer.concat([said, part])
      const [text] = /\{"key":.*\}/.exec(said.toString('latin1')) ?? []
      if (text === undefined) return
      socket.off('data', answered)
      const { key, identity } = JSON.parse(text) as { key: string; identity: string }
      const keys = directionKeys(agreed(exchange, key), transcriptOf(opening, key, identity))
      const cipher = createCipheriv('aes-256-gcm', keys.toConsole, Buffer.alloc(12))
      const body = [Buffer.of(1), pick(HELLOS)]
      socket.write(
        frame(
          Buffer.concat([
            ...body.map((one) => cipher.update(one)),
            cipher.final(),
            cipher.getAuthTag(),
          ]),
        ),
      )
    })
  }
}

/** Ends a connection without a farewell; TLS has no way to say so at once. */
const resetting = (socket: Socket) =>
  socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()

/** A frame as a client sends it. */
export function frame(
  text: Buffer,
  { first = 0x82, isMasked = true, claimed = text.length } = {},
): Buffer {
  const mask = isMasked ? 0x80 : 0
  let head = Buffer.of(first, mask | claimed)
  if (claimed > 65_535) {
    head = Buffer.alloc(10)
    head.writeUInt16BE((first << 8) | mask | 127)
    head.writeBigUInt64BE(BigInt(claimed), 2)
  } else if (claimed > 125) {
    head = Buffer.alloc(4)
    head.writeUInt16BE((first << 8) | mask | 126)
    head.writeUInt16BE(claimed, 2)
  }
  // A mask of zeros changes nothing.
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), text])
}

/** Connects to a target from an address of this machine; resolves with what came once it has ended. */
export function attack(
  { port, isTls }: Target,
  from: string,
  act: (socket: Socket) => void,
  patienceMs: number,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const to = { port, host: '127.0.0.1', localAddress: from }
  const socket = isTls ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
  const parts: Buffer[] = []
  socket.on('error', () => {}).on('data', (part: Buffer) => void parts.push(part))
  socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
  socket.on(isTls ? 'secureConnect' : 'connect', () => act(socket))
  setTimeout(() => socket.destroy(), patienceMs).unref()
  return promise
}
