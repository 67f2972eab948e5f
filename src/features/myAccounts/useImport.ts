import { useEffect, useRef, useState } from 'react'
import { IMPORT_WAIT_MS } from '#rules/timing.ts'

/**
 * Notices where no app took a link: then the page is still in view and in use a moment later.
 *
 * Browsers say nothing about it themselves. Opening an app hides the page, or takes the focus.
 */
export function useImport() {
  const [failed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const taken = () => clearTimeout(timer.current)
    const hidden = () => document.visibilityState === 'hidden' && taken()
    addEventListener('blur', taken)
    addEventListener('pagehide', taken)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      taken()
      removeEventListener('blur', taken)
      removeEventListener('pagehide', taken)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [])
  return {
    failed,
    /** The link was pressed. */
    pressed: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setFailed(true), IMPORT_WAIT_MS)
    },
  }
}
