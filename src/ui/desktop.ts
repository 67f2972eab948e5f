import { useSyncExternalStore } from 'react'

const roomy = () => matchMedia('(min-width: 1024px)')

/** Whether there is room for the menu at the side; what is not shown need not be drawn either. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => roomy().matches)
}

function subscribe(listener: () => void) {
  const query = roomy()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
