import { useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** Counts a write whose outcome is being looked up; -1 when that is over. */
export function notePending(change: 1 | -1): void {
  open += change
  for (const listener of listeners) listener()
}

/** Whether the outcome of a write is being looked up, as a hook that re-renders on change. */
export const useOutcomePending = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open > 0,
    () => false,
  )
