import { useEffect } from 'react'

/** Which element a property is the height of: one that goes away late must not take away another's. */
const owners = new Map<string, HTMLElement>()

/** Names the height of an element on the page as a CSS property (`--…`), for what must not be covered by it. */
export function useHeightAs(property: `--${string}`, element: HTMLElement | null): void {
  useEffect(() => {
    if (!element) return undefined
    const { style } = document.documentElement
    owners.set(property, element)
    const measure = () => {
      // One that has just left the page is measured with a height of 0, after the next one was measured.
      if (owners.get(property) === element) style.setProperty(property, `${element.offsetHeight}px`)
    }
    // At once: a frame may be long in coming on a busy device.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      if (owners.get(property) !== element) return
      owners.delete(property)
      style.removeProperty(property)
    }
  }, [property, element])
}
