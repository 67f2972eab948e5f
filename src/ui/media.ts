import { useSyncExternalStore } from 'react'

/** Each row of a list asks the same: a query is parsed once. */
const lists = new Map<string, MediaQueryList>()

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = listOf(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => listOf(query).matches,
    () => false,
  )
}

function listOf(query: string): MediaQueryList {
  let list = lists.get(query)
  if (!list) lists.set(query, (list = matchMedia(query)))
  return list
}
