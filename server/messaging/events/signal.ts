const listeners = new Set<() => void>()

/** Calls back whenever there may be something to notify of; gives back what ends that. */
export function onEvent(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that something may have happened. Whoever listens looks for themselves. */
export function signalEvent(): void {
  for (const listener of listeners) listener()
}
