import { useEffect } from 'react'

/** Names the height of an element on the page as a CSS property (`--…`), for what must not be covered by it. */
export function useHeightAs(property: `--${string}`, element: HTMLElement | null): void {
  useEffect(() => {
    if (!element) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty(property, `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [property, element])
}
