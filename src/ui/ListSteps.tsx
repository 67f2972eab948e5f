import { Button } from '@fluentui/react-components'
import { ChevronDown20Regular, ChevronUp20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useShortcut } from './shortcut.ts'

type Props<Id> = {
  /** Those that can be opened here, in their order, and the one that is. */
  ids: readonly Id[]
  open: Id
  onOpen: (id: Id) => void
}

/** The way to the next of a list and to the one before, by button and by key. */
export function ListSteps<Id>({ ids, open, onOpen }: Props<Id>) {
  // Two buttons: memoising them is more code than it saves work.
  'use no memo'
  const { t } = useLingui()
  const at = ids.indexOf(open)
  // What was done to the open one may take it from the list: it goes on from where it was.
  const [place, setPlace] = useState({ open, at: 0 })
  if (open !== place.open || (at >= 0 && at !== place.at)) setPlace({ open, at: Math.max(at, 0) })
  const to = (index: number) => {
    const id = ids[index]
    return id === undefined ? undefined : () => onOpen(id)
  }
  const next = to(at < 0 ? place.at : at + 1)
  const before = to((at < 0 ? place.at : at) - 1)
  useShortcut('j', next)
  useShortcut('k', before)
  return (
    <>
      <Button
        appearance="subtle"
        icon={<ChevronUp20Regular />}
        aria-label={t`Previous in the list`}
        aria-keyshortcuts="k"
        title={`${t`Previous in the list`} (K)`}
        disabledFocusable={!before}
        onClick={before}
      />
      <Button
        appearance="subtle"
        icon={<ChevronDown20Regular />}
        aria-label={t`Next in the list`}
        aria-keyshortcuts="j"
        title={`${t`Next in the list`} (J)`}
        disabledFocusable={!next}
        onClick={next}
      />
    </>
  )
}
