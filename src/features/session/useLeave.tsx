import { lazy, Suspense, useState } from 'react'
import { waitingMessages } from '#device/waiting.ts'
import { leave } from './leave.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'))

/** Logs out when asked to; asks back where something written would be lost. Draw `question`. */
export function useLeave() {
  const [leaving, setLeaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const askToLeave = () => {
    if (waitingMessages().length > 0) return setAsking(true)
    setLeaving(true)
    void leave()
  }
  const question = asking && (
    <Suspense>
      <LeaveDialog onClose={() => setAsking(false)} />
    </Suspense>
  )
  return { leaving, askToLeave, question }
}
