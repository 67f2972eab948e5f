import type { Socket } from 'node:net'
import { newSalt, openSession, type Secret, type Session } from '../cipher/aead.ts'
import { sealChunks, sealedBytes } from '../cipher/chunks.ts'
import type { Replays } from '../cipher/replays.ts'

/** Most bytes read from a target at once. */
export const READ_BYTES = 1 << 18

const SALT_BYTES = 32

// When the kernel takes a write whole, its buffer is free again: all connections share one.
let shared = Buffer.allocUnsafeSlow(sealedBytes(READ_BYTES) + SALT_BYTES)

/** The sealed stream to one client. */
export type Downlink = {
  /** Seals and sends payload; false when the client cannot keep up: wait for its `drain`. */
  send(payload: Buffer): boolean
}

/** Starts the stream to a client; its salt goes out with the first payload. */
export function openDownlink(
  client: Socket,
  secret: Secret,
  replays: Pick<Replays, 'remember'>,
): Downlink {
  let session: Session | undefined
  let behind = false

  return { send }

  function send(payload: Buffer): boolean {
    // Data for a slow client stays queued: it gets memory of its own size.
    const out = behind ? Buffer.allocUnsafeSlow(sealedBytes(payload.length) + SALT_BYTES) : shared
    let at = 0
    if (!session) {
      const salt = newSalt(secret)
      replays.remember(salt)
      session = openSession(secret, salt)
      out.set(salt)
      at = salt.length
    }
    client.write(out.subarray(0, sealChunks(session, payload, out, at)))
    behind = client.writableLength > 0
    if (behind && out === shared) shared = Buffer.allocUnsafeSlow(out.length)
    return client.writableLength < client.writableHighWaterMark
  }
}
