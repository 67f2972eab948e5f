/**
 * One end of a connection that carries whole messages, in order, until one side is gone: a unix
 * socket to an engine, or a sealed WebSocket to a node. Messages are JSON values.
 */
export type Wire = {
  /** Sends a message; what cannot be sent any more is dropped. */
  send: (message: unknown) => void
  /** Sets the listener for messages; earlier ones are queued for it. */
  onMessage: (listener: (message: unknown) => void) => void
  /** Is called once when the connection has ended, also when that was before. */
  onClose: (listener: () => void) => void
  /** Bytes that are queued here and not sent yet. */
  backlog?: () => number
  /** Ends it; queued messages are still delivered where the other side is there. */
  close: () => void
}
