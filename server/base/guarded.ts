import type { EventEmitter } from 'node:events'

type Failed = (error: unknown) => void
type Ending = { destroy: () => unknown }

/**
 * Keeps what listeners of a server throw to the connection they threw it for: that connection is
 * destroyed, `failed` gets the error, and the process goes on. Without it, whoever finds one input
 * that makes one listener throw ends the process for everybody.
 *
 * It guards every event of the server, present and future ones, and those of its connections. What
 * is awaited is not covered: a rejected promise has no connection.
 */
export function guardServer(server: EventEmitter, failed: Failed): void {
  guardEvents(server, (error, given) => {
    failed(error)
    for (const one of given) endingOf(one)?.destroy()
  })
  for (const event of ['connection', 'secureConnection'])
    server.prependListener(event, (socket: EventEmitter & Ending) => guardSocket(socket, failed))
}

function guardSocket(socket: EventEmitter & Ending, failed: Failed): void {
  guardEvents(socket, (error) => {
    failed(error)
    socket.destroy()
  })
}

const guarded = new WeakSet<EventEmitter>()

function guardEvents(
  emitter: EventEmitter,
  caught: (error: unknown, given: readonly unknown[]) => void,
): void {
  // A connection that TLS was taken off is announced twice.
  if (guarded.has(emitter)) return
  guarded.add(emitter)
  const { emit } = emitter
  emitter.emit = function (event, ...given: unknown[]) {
    try {
      return emit.call(this, event, ...given)
    } catch (error) {
      // A server's own error that nobody listens to, as of a port that is taken, is for whoever asked.
      if (event === 'error' && !endingOf(this)) throw error
      caught(error, given)
      return true
    }
  }
}

/** The connection an event is about: its socket, or that of a request or an answer. */
function endingOf(given: unknown): Ending | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { socket, destroy } = given as { socket?: unknown; destroy?: unknown }
  // A request that was read to its end leaves its socket open.
  const below = endingOf(socket)
  return below ?? (typeof destroy === 'function' ? (given as Ending) : undefined)
}
