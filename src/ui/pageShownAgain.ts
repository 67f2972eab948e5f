import { useEffect } from 'react'

/**
 * Gives the page back to screen readers once the last dialog has closed: Fluent's focus manager
 * hides it from them, and goes with the dialog where nothing else on the screen needs it, as at the
 * login, or where the dialog led to another screen. The page then stayed hidden.
 */
export function usePageShownAgain() {
  useEffect(() => showPage, [])
}

function showPage() {
  requestAnimationFrame(() => {
    if (document.querySelector('[aria-modal="true"]')) return
    document.getElementById('root')?.removeAttribute('aria-hidden')
  })
}
