import type { Duplex } from 'node:stream'
import { MAX_BYTES_BEFORE_LINK } from './channel/bounds.ts'

/**
 * Destroys a connection that brings more bytes than a handshake has, whatever frames they are in:
 * `ws` has one limit of a message for its whole life, and buffers one that is still to be complete.
 * The returned function ends the counting: a link was made.
 */
export function limitBeforeLink(socket: Duplex, most = MAX_BYTES_BEFORE_LINK): () => void {
  let bytes = 0
  const count = (data: Buffer) => {
    bytes += data.length
    if (bytes > most) socket.destroy()
  }
  socket.prependListener('data', count)
  return () => void socket.off('data', count)
}
