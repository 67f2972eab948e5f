import { useLayoutEffect } from 'react'

/** What the style sheet asks of the page as a whole, see `src/reset.css`. */
type Mark = 'thumb-taken' | 'form-at-thumb' | 'printing'

const counts = new Map<Mark, number>()

/**
 * Marks the page with a class while this component is there, for rules about what is elsewhere on it.
 *
 * `:has` says the same in style sheets alone, which Chrome before 105 and Firefox before 121 do not know.
 */
export function usePageMark(mark: Mark, on = true): void {
  // Before the first painting, in which the bar would be seen over the button.
  useLayoutEffect(() => {
    if (!on) return undefined
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, on])
}

function count(mark: Mark, by: number) {
  const now = (counts.get(mark) ?? 0) + by
  counts.set(mark, now)
  document.documentElement.classList.toggle(mark, now > 0)
}
