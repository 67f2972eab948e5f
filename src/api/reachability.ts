import { useSyncExternalStore } from 'react'

let reached = true
const listeners = new Set<() => void>()

/** Whether the last call found the server; a device with a network may still not reach it. */
export const isReached = (): boolean => reached

/** Notes whether a call found the server. */
export function noteReach(found: boolean): void {
  if (found === reached) return
  reached = found
  for (const listener of listeners) listener()
}

/** Calls back when the server is lost or found again. Returns how to stop. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the last call found the server, as a hook that re-renders on change. */
export const useReach = (): boolean => useSyncExternalStore(onReach, isReached)
