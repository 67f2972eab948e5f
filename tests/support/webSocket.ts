import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import { maskedFrame, openFrameReader } from '../../server/network/webSocketFrames.ts'
import { eventually } from './shadowsocks.ts'

/** A secret path. */
export const PATH = '/k3Jq0fVbT9_w-2Lx7RcYhA'

type Way = {
  path?: string
  /** Fields of the request besides; one that is empty is left out. */
  fields?: Record<string, string>
  /** Without TLS, as a proxy on the machine comes. */
  isPlain?: boolean
}

/** The text of a request for a WebSocket. */
export function requestText({ path = PATH, fields = {} }: Omit<Way, 'isPlain'> = {}): string {
  const all = {
    Host: 'localhost',
    Upgrade: 'websocket',
    Connection: 'keep-alive, Upgrade',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Version': '13',
    ...fields,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  return [
    `GET ${path} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')
}

/** Asks a port for a WebSocket; what it receives is gathered without frames. */
export async function callPort(port: number, way: Way = {}) {
  const place = { port, host: '127.0.0.1' }
  const options = { ...place, servername: 'localhost', rejectUnauthorized: false }
  const socket = way.isPlain ? connect(place) : connectTls(options)
  onTestFinished(() => void socket.destroy())
  return gathering(socket, way)
}

function gathering(socket: Socket, way: Way) {
  const heard = { pings: 0, isClosed: false, isOver: false, head: '' }
  const pieces: Buffer[] = []
  const frames = openFrameReader(false, {
    ping: () => (heard.pings += 1),
    close: () => (heard.isClosed = true),
  })
  let head: Buffer | undefined = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('end', () => (heard.isOver = true)).on('close', () => (heard.isOver = true))
  socket.on('data', (data: Buffer) => {
    const rest = head ? afterHead(data) : data
    pieces.push(...(frames.read(rest) ?? []))
  })
  socket.write(requestText(way))
  const received = () => Buffer.concat(pieces)
  return {
    socket,
    heard,
    received,
    /** Sends payload in a frame. */
    say: (payload: Buffer | string, isText = false) =>
      void socket.write(maskedFrame(Buffer.from(payload), randomBytes(4), isText)),
    raw: (bytes: Buffer) => void socket.write(bytes),
    /** What has come once there are so many bytes. */
    async until(bytes: number) {
      await eventually(() => heard.isOver || received().length >= bytes)
      return received()
    },
    /** Once the other side has ended it. */
    over: () => eventually(() => heard.isOver),
    answered: () => eventually(() => heard.head !== ''),
  }

  function afterHead(data: Buffer): Buffer {
    head = Buffer.concat([head ?? Buffer.alloc(0), data])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return Buffer.alloc(0)
    const rest = head.subarray(end + 4)
    heard.head = head.toString('latin1', 0, end)
    head = undefined
    return rest
  }
}
