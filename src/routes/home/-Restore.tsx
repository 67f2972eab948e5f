import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { RestoreScreen } from '#features/restore/RestoreScreen.tsx'
import { getStatus } from '#features/session/operations.ts'
import { fetchStatus } from '#features/session/visit.ts'

const isSetUp = async () => (await getStatus()).setup !== true

/** Restoring from a backup; loaded with its words when it is opened. */
export default function Restore({ token }: { token: string }) {
  const navigate = useNavigate()
  const toLogin = useCallback(() => {
    // Another site's name and colours from here on.
    void fetchStatus().finally(() => navigate({ to: '/home/login', replace: true }))
  }, [navigate])
  return (
    <RestoreScreen
      token={token}
      isSetUp={isSetUp}
      onUp={toLogin}
      onBack={() => void navigate({ to: '/home/setup/$token', params: { token } })}
    />
  )
}
