import { useEffect } from 'react'

/** Runs an action when a key is pressed alone, outside of fields and with no dialog open. */
export function useShortcut(key: string, act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key, act])
}

function isTyping(target: EventTarget | null) {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
