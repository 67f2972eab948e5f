import { useEffect } from 'react'

let lettersAct = true

/** Whether single letters act, as the person chose on this device. */
export const letLettersAct = (wanted: boolean): void => void (lettersAct = wanted)

/**
 * Runs an action when a key is pressed alone, outside of fields and with no dialog open, unless the
 * person switched that off: who speaks to the machine would cause it by talking. WCAG 2.2, 2.1.4.
 */
export function useShortcut(key: string, act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return undefined
    const press = (event: KeyboardEvent) => {
      if (!lettersAct || event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
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
