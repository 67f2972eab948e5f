import { useSyncExternalStore } from 'react'

let take: (() => void) | undefined
const listeners = new Set<() => void>()

/** Reports that a newer version is ready; `how` activates it and reloads the page. Undefined takes it back. */
export function offerUpdate(how: (() => void) | undefined): void {
  take = how
  for (const listener of listeners) listener()
}

/** Activates the newer version; undefined while this page is the newest. */
export const useUpdate = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => take)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
