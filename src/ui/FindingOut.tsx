import { Trans } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import { Problem } from './Problem.tsx'

/** Whether the outcome of something that was sent is being found out. */
export const Finding = createContext(false)

/** Says, where somebody waits, that the answer is missing and is being asked for again. */
export function FindingOut() {
  if (!useContext(Finding)) return null
  return (
    <Problem intent="info">
      <Trans>No answer yet. Finding out whether it was done…</Trans>
    </Problem>
  )
}
