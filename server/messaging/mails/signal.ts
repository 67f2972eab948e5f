const listeners = new Set<() => void>()

/** Calls back whenever there may be mail to send; gives back what ends that. */
export function onMailQueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that there may be mail to send. Whoever listens looks for themselves. */
export function signalMail(): void {
  for (const listener of listeners) listener()
}
