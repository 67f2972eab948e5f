import { useSyncExternalStore } from 'react'

type Media = { matches: boolean; readers: Set<() => void> }

/** Each row of a list asks the same: a query is parsed once, and all that ask hear of a change. */
const known = new Map<string, Media>()

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (reader) => {
      const { readers } = mediaOf(query)
      readers.add(reader)
      return () => readers.delete(reader)
    },
    () => mediaOf(query).matches,
    () => false,
  )
}

/**
 * What is known of a query, which is what the browser last told. To read `matches` of the list itself
 * between a resize and the next frame would take the change: Chromium then tells nobody on that list,
 * and a screen would keep parts of the width it had.
 */
function mediaOf(query: string): Media {
  let media = known.get(query)
  if (!media) {
    const list = matchMedia(query)
    const made: Media = { matches: list.matches, readers: new Set() }
    list.addEventListener('change', ({ matches }) => {
      made.matches = matches
      for (const reader of made.readers) reader()
    })
    known.set(query, (media = made))
  }
  return media
}
