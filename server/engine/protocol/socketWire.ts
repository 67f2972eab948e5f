import type { Socket } from 'node:net'
import type { Wire } from '../wire.ts'

/** More than any message an engine or a console sends; a peer that sends more is neither. */
const MAX_BYTES = 64 << 20

/** A wire over a stream: one message per line, as JSON. */
export function socketWire(socket: Socket): Wire {
  const waiting: unknown[] = []
  let listener: ((message: unknown) => void) | undefined
  let rest: Buffer[] = []
  let size = 0
  let isClosed = false
  socket.once('close', () => (isClosed = true))

  socket.on('error', () => {})
  socket.on('data', (data: Buffer) => {
    for (let from = 0; from < data.length;) {
      const end = data.indexOf(10, from)
      const piece = data.subarray(from, end < 0 ? data.length : end)
      rest.push(piece)
      size += piece.length
      if (size > MAX_BYTES) return void socket.destroy()
      if (end < 0) return
      if (!take(Buffer.concat(rest).toString())) return void socket.destroy()
      rest = []
      size = 0
      from = end + 1
    }
  })

  return {
    send: (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`)),
    onMessage: (next) => {
      listener = next
      for (const message of waiting.splice(0)) next(message)
    },
    backlog: () => socket.writableLength,
    onClose: (next) => {
      if (isClosed) next()
      else socket.once('close', next)
    },
    close: () => void socket.end(),
  }

  function take(line: string): boolean {
    try {
      const message: unknown = JSON.parse(line)
      if (listener) listener(message)
      else waiting.push(message)
      return true
    } catch {
      return false
    }
  }
}
