import { useEffect } from 'react'

/** Ends something by Escape, unless a dialog, a menu or a field takes the key for itself. */
export function useEscape(end: (() => void) | undefined): void {
  useEffect(() => {
    if (!end) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[aria-modal="true"], [role="menu"]')) return
      end()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [end])
}
