import { Trans } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import { Problem } from './Problem.tsx'

/** Whether the outcome of a write is being looked up. */
export const OutcomePendingContext = createContext(false)

/** Shows where a person waits that the answer is missing and is being requested again. */
export function OutcomePending() {
  if (!useContext(OutcomePendingContext)) return null
  return (
    <Problem intent="info">
      <Trans>No answer yet. Finding out whether it was done…</Trans>
    </Problem>
  )
}
