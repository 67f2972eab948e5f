import { useEffect, useRef } from 'react'

/** How long after it what loads late, a picture for one, may push the end out of view, ms. */
const SETTLE_MS = 1_000

/**
 * Scrolls to the end of the page when there is something new there: `what` is another text then; returns the ref of what grows.
 *
 * To the end of the page and not of the messages, which the box below them would cover.
 */
export function useEndInView(what: string) {
  const grows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!grows.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight })
    // At once: a frame may be long in coming on a busy device.
    toEnd()
    const observer = new ResizeObserver(() => {
      toEnd()
      // From the first frame on, which may be late itself.
      timer ??= setTimeout(() => observer.disconnect(), SETTLE_MS)
    })
    observer.observe(grows.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [what])
  return grows
}
