const listeners = new Set<() => void>()

/** Calls back whenever there may be mail to send; returns the unsubscribe function. */
export function onMailQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Signals that there may be mail to send. Listeners query for themselves. */
export function signalMail(): void {
  for (const listener of listeners) listener()
}
