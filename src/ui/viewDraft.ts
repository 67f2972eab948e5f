import { useState } from 'react'
import type { Change } from '#rules/search.ts'

/** What a person changes in a dialog before it is applied, over the view as it is by then. */
export function useViewDraft<View>(view: View) {
  const [change, setChange] = useState<Change<View>>(() => (before: View) => before)
  return {
    draft: change(view),
    change,
    alter: (more: Change<View>) => setChange(() => (before: View) => more(change(before))),
  }
}
