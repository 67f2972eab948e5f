import { useDeferredValue, useEffect } from 'react'

/** Whether a whole screen was drawn since the console was opened. */
let stood = !isNewVisit()

/**
 * Whether the content of a screen is to be drawn yet.
 *
 * The first screen of a visit shows its bar at once, and its content follows in small pieces
 * between which the browser answers taps; drawn in one piece it would hold a slow phone for a
 * second. Where a person returns to a place in the page, all of it has to be there at once.
 */
export function useDrawn(): boolean {
  const drawn = useDeferredValue(true, stood)
  useEffect(() => {
    if (drawn) stood = true
  }, [drawn])
  return drawn
}

function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'navigate'
}
