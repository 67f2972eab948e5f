import { useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** Notes that the outcome of a write is being found out, or (-1) no longer is. */
export function noteFinding(change: 1 | -1): void {
  open += change
  for (const listener of listeners) listener()
}

/** Whether the outcome of a write is being found out, kept up to date on screen. */
export const useFinding = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open > 0,
    () => false,
  )
