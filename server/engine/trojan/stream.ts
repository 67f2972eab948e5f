import type { Socket } from 'node:net'
import type { StreamReader } from '../ports/door.ts'
import type { Downlink } from '../ports/downlink.ts'
import type { Limits } from '../protocol/limits.ts'
import {
  closeFrame,
  framesOf,
  openFrameReader,
  pingFrame,
  pongFrame,
} from '../../network/webSocketFrames.ts'

/** What a customer's client sends and is sent, without what it is wrapped in. */
export type Stream = {
  /** The connection. */
  client: Socket
  /** Where the client connects from. */
  address: string
  reader: Pick<StreamReader, 'read'>
  downlink: Downlink
  /** Ends it where nothing of the customer's has passed for so long, ms. */
  endsIdle: (ms: number) => void
}

/** How long what has been sent may still go out once the client has said that it leaves, ms. */
const LINGER_MS = 5_000
/**
 * How long a client may hand on what it was sent before it is told that no more comes, ms. Some throw
 * away then what they have not handed on yet (v2ray).
 */
const HAND_ON_MS = 300
/** Bytes that may wait for a client before it gets no answer to its pings. */
const QUEUE_BYTES = 1 << 20

/** What is inside TLS is payload as it is. */
export function plainStream(client: Socket, address: string): Stream {
  return {
    client,
    address,
    reader: { read: (data) => [data] },
    downlink: {
      // What it is a view of is read into again while this waits.
      send: (payload) => client.write(Buffer.from(payload)),
    },
    endsIdle: (ms) => void client.setTimeout(ms, () => client.destroy()),
  }
}

/**
 * A WebSocket, once it is accepted; `idleMs` is what `endsIdle` changes. Where messages matter,
 * `message` is called with what one ends with.
 */
export function webSocketStream(
  client: Socket,
  address: string,
  { idleMs, pingMs }: Pick<Limits, 'idleMs' | 'pingMs'>,
  message?: (last: Buffer[]) => void,
): Stream {
  let mostIdle = idleMs
  let carriedAt = performance.now()
  const ending = openEnding(client)
  const timer = setInterval(ping, pingMs)
  client.on('close', () => clearInterval(timer))
  const ended = message && {
    message(last: Buffer[]) {
      carriedAt = performance.now()
      message(last)
    },
  }
  const frames = openFrameReader(true, { ping: pong, close: ending.leave, ...ended })
  return {
    client,
    address,
    reader: { read },
    downlink: { send, end: ending.end },
    endsIdle: (ms) => void (mostIdle = ms),
  }

  function read(data: Buffer): Buffer[] | undefined {
    const pieces = frames.read(data)
    if (pieces && pieces.length > 0) carriedAt = performance.now()
    return pieces
  }

  function send(payload: Buffer): boolean {
    // Who has left takes nothing more: what is sent to it is not read any further.
    if (ending.hasBegun()) return false
    carriedAt = performance.now()
    ending.sent()
    return client.write(framesOf(payload))
  }

  /** Its answer and this itself keep the connection's own timer from ever ending it. */
  function ping(): void {
    if (performance.now() - carriedAt >= mostIdle) return void client.destroy()
    if (takesMore()) client.write(pingFrame())
  }

  function pong(payload: Buffer): void {
    if (takesMore()) client.write(pongFrame(payload))
  }

  function takesMore(): boolean {
    return !ending.hasBegun() && client.writableLength < QUEUE_BYTES
  }
}

/** How a WebSocket ends, whoever begins with it: each side says so once. */
function openEnding(client: Socket) {
  let hasBegun = false
  let hasLeft = false
  let hasSent = false
  let handingOn: NodeJS.Timeout | undefined
  let lingering: NodeJS.Timeout | undefined
  client.on('close', () => {
    clearTimeout(handingOn)
    clearTimeout(lingering)
  })
  return { hasBegun: () => hasBegun, sent: () => void (hasSent = true), end, leave }

  function end(): void {
    if (hasLeft) return void client.end()
    if (hasBegun || client.destroyed) return
    hasBegun = true
    if (!hasSent) return finish()
    // It goes out behind all that waits.
    client.write(pingFrame(), () => (handingOn = setTimeout(finish, HAND_ON_MS)))
  }

  function finish(): void {
    if (!client.destroyed && !client.writableEnded) client.end(closeFrame())
  }

  /** The client has sent all it will: for what is behind it, that is the end of the stream. */
  function leave(): void {
    if (hasBegun) finish()
    else client.write(closeFrame())
    hasLeft = true
    hasBegun = true
    client.push(null)
    lingering = setTimeout(() => client.destroy(), LINGER_MS)
  }
}
