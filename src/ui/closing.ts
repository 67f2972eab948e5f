import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** The sheets on screen, the one above the others last. */
const sheets: object[] = []

/** Whether a sheet is over the page: the back button closes it first. */
export const isCovered = () => sheets.length > 0

/**
 * Closes a sheet, also by the back button; one that was typed in asks first.
 *
 * `requestClose` closes or asks, `stay` dismisses the question. A form reports typing by `onInput`.
 */
export function useClosing(onClose: () => void, isForm: boolean) {
  // Some sheets are drawn in tests without a router.
  const router = useRouter({ warn: false })
  const [typed, setTyped] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const requestClose = () => (isForm && typed && !confirming ? setConfirming(true) : onClose())
  const goBack = useEffectEvent(requestClose)
  useEffect(() => {
    const self = {}
    sheets.push(self)
    const unblock = router?.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isMeant = action === 'BACK' && sheets.at(-1) === self
        if (isMeant) goBack()
        return isMeant
      },
    })
    return () => {
      sheets.splice(sheets.indexOf(self), 1)
      unblock?.()
    }
  }, [router])
  return {
    confirming,
    requestClose,
    stay: () => setConfirming(false),
    onInput: () => setTyped(true),
  }
}

/** Begins where something is to be done: at a form's first field, or at the way out of a question. */
export function useFirstFocus(surface: RefObject<HTMLElement | null>, what: 'form' | 'question') {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const here = document.activeElement
      const taken = here?.closest('[data-close]') === null && surface.current?.contains(here)
      // A keyboard that comes up by itself covers half a phone.
      if (taken || (what === 'form' && matchMedia('(pointer: coarse)').matches)) return
      surface.current?.querySelector<HTMLElement>(FIRST[what])?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [surface, what])
}

const FIRST = {
  form: ':is(input, textarea, select):not(:disabled, [type=hidden])',
  question: '[data-actions] button:not(:disabled)',
}
