import { openInbox } from './inbox.ts'

/** One end of a connection of whole binary messages that anybody on the way may read and change. */
export type Raw = {
  send: (bytes: Uint8Array) => void
  /** Sets who gets the messages; undefined lets them wait again. */
  onMessage: (listener: ((bytes: Buffer) => void) | undefined) => void
  onClose: (listener: () => void) => void
  /** Bytes that were sent here and have not left yet. */
  backlog: () => number
  close: () => void
}

/** The largest message either end takes, in bytes, as it travels. */
export const MAX_RAW_BYTES = 8 * 1024 * 1024

/** As much of a WebSocket as both ends have: Node's own at the agent, that of `ws` at the console. */
type Socket = {
  binaryType: string
  readonly readyState: number
  readonly bufferedAmount: number
  send: (bytes: Uint8Array<ArrayBuffer>) => void
  close: () => void
  addEventListener: (
    type: 'message' | 'close' | 'error',
    listener: (event: { data?: unknown }) => void,
  ) => void
}

const OPEN = 1

/** A WebSocket as such a connection; `destroy` ends it at once when what came cannot be meant. */
export function rawOf(socket: Socket, destroy = () => socket.close()): Raw {
  const inbox = openInbox<Buffer>()
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }) => {
    const fits = data instanceof ArrayBuffer && data.byteLength <= MAX_RAW_BYTES
    if (!fits || !inbox.push(Buffer.from(data))) destroy()
  })
  socket.addEventListener('close', inbox.end)
  // A close follows each error.
  socket.addEventListener('error', () => {})
  return {
    send(bytes) {
      if (socket.readyState === OPEN) socket.send(bytes as Uint8Array<ArrayBuffer>)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    backlog: () => socket.bufferedAmount,
    close: () => socket.close(),
  }
}
