import type { Socket } from 'node:net'
import { sealedBytes } from '../cipher/chunks.ts'

/** Most bytes read from a target at once. */
export const READ_BYTES = 1 << 18

/** Most bytes that precede the first payload: a salt, and a sealed header. */
const OPENING_BYTES = 32 + 1 + 8 + 32 + 16

// When the kernel takes a write whole, its buffer is free again: all connections share one.
let shared = Buffer.allocUnsafeSlow(sealedBytes(READ_BYTES) + OPENING_BYTES)

/** How the answers to one client are sealed. */
export type Reply = {
  /** Seals payload into `out` at `at`; the first begins with a salt. Returns where it ends. */
  seal: (payload: Buffer, out: Buffer, at: number) => number
}

/** The sealed stream to one client. */
export type Downlink = {
  /** Seals and sends payload; false when the client cannot keep up: wait for its `drain`. */
  send(payload: Buffer): boolean
  /** Ends the connection, where the stream has a word of its own for that no more comes. */
  end?(): void
}

/** Ends a stream of answers, and its connection with it. */
export function endAnswers({ client, downlink }: { client: Socket; downlink: Downlink }): void {
  if (downlink.end) downlink.end()
  else client.end()
}

/** Starts the stream to a client; it is opened with the first payload. */
export function openDownlink(client: Socket, openReply: () => Reply): Downlink {
  let reply: Reply | undefined
  let behind = false

  return { send }

  function send(payload: Buffer): boolean {
    reply ??= openReply()
    // Data for a slow client stays queued: it gets memory of its own size.
    const out = behind
      ? Buffer.allocUnsafeSlow(sealedBytes(payload.length) + OPENING_BYTES)
      : shared
    client.write(out.subarray(0, reply.seal(payload, out, 0)))
    behind = client.writableLength > 0
    if (behind && out === shared) shared = Buffer.allocUnsafeSlow(out.length)
    return client.writableLength < client.writableHighWaterMark
  }
}

// What carries it copies at once, so all connections share one.
const sealed = Buffer.allocUnsafeSlow(sealedBytes(READ_BYTES) + OPENING_BYTES)

/** The sealed stream to a client inside another stream, which keeps nothing that it is given. */
export function openInnerDownlink(outer: Downlink, openReply: () => Reply): Downlink {
  let reply: Reply | undefined
  return {
    send(payload) {
      reply ??= openReply()
      return outer.send(sealed.subarray(0, reply.seal(payload, sealed, 0)))
    },
    ...(outer.end && { end: outer.end }),
  }
}
