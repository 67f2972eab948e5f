import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { addressTo } from '../../network/address.ts'
import { maskedFrame, openFrameReader } from '../../network/webSocketFrames.ts'
import { INSIDE_METHOD } from '../shadowsocksInside.ts'
import { clientOf } from './clients.ts'
import { type Answer, stopwatch, type Trial, troubleOf, type Trouble } from './probeAnswer.ts'

/** Most bytes of what accepts a WebSocket. */
const MOST_BYTES = 16_384

/** The methods of it: with Trojan inside, with a WebSocket in between, and with Shadowsocks in that. */
export const INSIDE_TLS: ReadonlySet<string> = new Set(['trojan', 'trojan-ws', 'shadowsocks-ws'])

/** What a customer's client sends inside, and how it reads the answers. */
type Inside = {
  request: Buffer
  /** What is said in `data`; undefined where the server has not said it. */
  read: (data: Buffer) => Buffer | undefined
}

type WithHello = Trial & { hello: Buffer }

/**
 * Tries a Trojan server as a customer would: agrees on TLS, opens a WebSocket where one carries it,
 * sends the key that is the trial's password, or seals with it, requests a target and waits for its
 * first byte. Resolves within `timeoutMs`, never rejects.
 *
 * A certificate that apps would refuse ends it before the key is sent, as it ends theirs.
 */
export function probeInsideTls(trial: WithHello): Promise<Answer> {
  const { host, port, sni = host, timeoutMs, webSocket } = trial
  const answer = stopwatch()
  const inside = trial.method === 'shadowsocks-ws' ? shadowsocksIn(trial) : trojanIn(trial)
  if (!inside) return Promise.resolve(answer('unsupported'))
  const { request, read } = inside
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const servername = isIP(sni) ? '' : sni
  const way = { host, port, servername, rejectUnauthorized: false }
  const socket = connect({ ...way, ...(webSocket && { ALPNProtocols: ['http/1.1'] }) })
  const timer = setTimeout(() => end(socket.connecting ? 'silent' : 'noAnswer'), timeoutMs)
  const reader = webSocket && openReply(() => socket.write(maskedFrame(request, randomBytes(4))))
  socket.on('secureConnect', () => {
    if (!socket.authorized) return end('certificate')
    socket.write(webSocket ? upgradeTo(webSocket) : request)
  })
  socket.on('data', (data: Buffer) => {
    const payload = reader ? reader.read(data) : data
    const said = payload && read(payload)
    if (!said) return end('garbage')
    if (said.length > 0) end(undefined, said.toString())
  })
  socket.on('error', (error) => end(troubleOf(error)))
  socket.on('close', () => end('closed'))
  return promise

  function end(reason?: Trouble, reply?: string): void {
    clearTimeout(timer)
    resolve({ ...answer(reason), ...(reply !== undefined && { reply }) })
    socket.destroy()
  }
}

function trojanIn({ password, target, hello }: WithHello): Inside {
  const line = Buffer.from('\r\n')
  const command = [Buffer.from([1]), addressTo(target.host, target.port), line]
  return {
    request: Buffer.concat([Buffer.from(`${password}\r\n`), ...command, hello]),
    // A stranger is answered, too: with what the site says to those it does not know.
    read: (data) =>
      data.length === 0 || /^(ok|noWayOut$)/.test(data.toString()) ? data : undefined,
  }
}

function shadowsocksIn({ password, target, hello }: WithHello): Inside | undefined {
  const address = addressTo(target.host, target.port)
  const stream = clientOf(INSIDE_METHOD, password)?.stream(address, hello)
  return stream && { request: stream.opening, read: (data) => joined(stream.read(data)) }
}

const upgradeTo = ({ path, host }: NonNullable<Trial['webSocket']>) =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    '\r\n',
  ].join('\r\n')

/** Reads what answers the request for a WebSocket, and then its payload; `accepted` is called between. */
function openReply(accepted: () => void) {
  const frames = openFrameReader(false, { ping: () => {}, close: () => {} })
  let head: Buffer | undefined = Buffer.alloc(0)
  return {
    /** The payload in it; undefined where it is no WebSocket. */
    read(data: Buffer): Buffer | undefined {
      if (!head) return joined(frames.read(data))
      head = Buffer.concat([head, data])
      const end = head.indexOf('\r\n\r\n')
      const isOther = !head
        .toString('latin1', 0, 12)
        .startsWith('HTTP/1.1 101'.slice(0, head.length))
      if (isOther || head.length > MOST_BYTES) return undefined
      if (end < 0) return Buffer.alloc(0)
      const rest = head.subarray(end + 4)
      head = undefined
      accepted()
      return joined(frames.read(rest))
    },
  }
}

const joined = (pieces: Buffer[] | undefined) => pieces && Buffer.concat(pieces)
