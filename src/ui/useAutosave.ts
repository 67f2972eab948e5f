import { useEffect, useRef, useState } from 'react'
import { makeAutosave, type SaveState } from './autosave.ts'
import type { Problems } from './draft.ts'

type Options<Draft> = {
  /** Sends the whole draft; failing is throwing. Must not depend on what changes on screen. */
  send: (draft: Draft) => Promise<unknown>
  /** How seldom it is sent, ms. */
  wait: number
  check: (draft: Draft) => Problems<Draft>
}

/**
 * The state of a form that saves itself: the draft as typed, what is wrong with it, and whether it
 * is saved. A draft with a problem is not sent until it is corrected.
 */
export function useAutosave<Draft extends object>(
  initial: Draft,
  { send, wait, check }: Options<Draft>,
) {
  const [draft, setDraft] = useState(initial)
  const [state, setState] = useState<SaveState>('idle')
  const [saver] = useState(() => makeAutosave(send, wait, setState))
  // Several fields may change before the screen is drawn again.
  const latest = useRef(initial)
  const problems = check(draft)
  const isSound = Object.keys(problems).length === 0

  useEffect(() => {
    const { flush } = saver
    // A page that is left has little time after `pagehide`, and phones may end it while hidden.
    const occasions = ['beforeunload', 'visibilitychange', 'pagehide', 'online']
    for (const occasion of occasions) addEventListener(occasion, flush)
    return () => {
      for (const occasion of occasions) removeEventListener(occasion, flush)
      flush()
    }
  }, [saver])

  const change = (fields: Partial<Draft>) => {
    const next = { ...latest.current, ...fields }
    latest.current = next
    setDraft(next)
    if (Object.keys(check(next)).length === 0) saver.save(next)
  }
  return {
    draft,
    change,
    /** Replaces what was typed by another draft; `isNew` if it differs from what is saved. */
    take: (other: Draft, isNew: boolean) => {
      saver.drop()
      latest.current = other
      setDraft(other)
      if (isNew && Object.keys(check(other)).length === 0) saver.save(other)
    },
    /** Spread into an input of `#ui`: value, onChange and problem of one field. */
    field: <Name extends keyof Draft>(name: Name) => ({
      value: draft[name],
      problem: problems[name],
      onChange: (value: Draft[Name]) => change({ [name]: value } as unknown as Partial<Draft>), // one field is a part
    }),
    /** `unsound` while a problem prevents the draft from being saved. */
    state: isSound ? state : ('unsound' as const),
    retry: saver.flush,
  }
}
