import { lazy, Suspense, useState } from 'react'
import { waitingMessages } from '#device/unsentMessages.ts'
import { leave } from './leave.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'))

/** Logs out; confirms first where unsent text would be lost. Render `question`. */
export function useLeave() {
  const [leaving, setLeaving] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const requestLogout = () => {
    if (waitingMessages().length > 0) return setConfirming(true)
    setLeaving(true)
    void leave()
  }
  const question = confirming && (
    <Suspense>
      <LeaveDialog onClose={() => setConfirming(false)} />
    </Suspense>
  )
  return { leaving, requestLogout, question }
}
