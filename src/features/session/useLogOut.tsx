import { lazy, Suspense, useState } from 'react'
import { waitingMessages } from '#device/unsentMessages.ts'
import { logOut } from './logOut.ts'

const LogOutDialog = lazy(() => import('./LogOutDialog.tsx'))

/** Logs out; confirms first where unsent text would be lost. Render `question`. */
export function useLogOut() {
  const [leaving, setLeaving] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const requestLogout = () => {
    if (waitingMessages().length > 0) return setConfirming(true)
    setLeaving(true)
    void logOut()
  }
  const question = confirming && (
    <Suspense>
      <LogOutDialog onClose={() => setConfirming(false)} />
    </Suspense>
  )
  return { leaving, requestLogout, question }
}
