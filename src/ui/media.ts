import { useSyncExternalStore } from 'react'

/** From here on the menu stands at the side and rows are one line high. */
export const ROOMY = '(min-width: 1024px)'

/** Styles for where there is that room. */
export const DESKTOP = `@media ${ROOMY}` as const

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
