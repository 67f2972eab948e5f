const listeners = new Set<() => void>()

/** Calls back whenever there may be an event to notify of; returns the unsubscribe function. */
export function onEvent(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Signals that there may be an event. Listeners query for themselves. */
export function signalEvent(): void {
  for (const listener of listeners) listener()
}
