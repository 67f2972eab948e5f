import { LINKED } from './bounds.ts'
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
  /** Ends it at once: whoever does not answer a close holds nothing. */
  destroy: () => void
}

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
  // What throws here would end the process, as a socket's event has nobody who catches it.
  const orDestroy = (work: () => void) => {
    try {
      work()
    } catch {
      destroy()
    }
  }
  socket.addEventListener('message', ({ data }) =>
    orDestroy(() => {
      const fits = data instanceof ArrayBuffer && data.byteLength <= LINKED.raw
      if (!fits || !inbox.push(Buffer.from(data))) destroy()
    }),
  )
  socket.addEventListener('close', () => orDestroy(inbox.end))
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
    destroy,
  }
}
