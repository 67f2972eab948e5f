/**
 * One end of a connection that carries whole messages, in order, until one side is gone: a unix
 * socket to an engine, or a sealed WebSocket to a node. Messages are what JSON can say.
 */
export type Wire = {
  /** Sends a message; what cannot be sent any more is dropped. */
  send: (message: unknown) => void
  /** Sets who gets the messages; those that came before wait for it. */
  onMessage: (listener: (message: unknown) => void) => void
  /** Is called once when the connection has ended, also when that was before. */
  onClose: (listener: () => void) => void
  /** Bytes that were sent here and have not left yet. */
  backlog?: () => number
  /** Ends it; what was sent before still arrives where the other side is there. */
  close: () => void
}
