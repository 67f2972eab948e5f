import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'

const JobToast = lazy(() => import('./JobToast.tsx'))

/** What was just deleted, with Undo: on this screen, else on the one before that led here. */
export function DeletionToast({ jobId }: { jobId?: number | undefined }) {
  const before = useLocation({ select: ({ state }) => state.startedJob })
  const [closed, setClosed] = useState<number>()
  const latest = jobId ?? before
  const close = useCallback(() => setClosed(latest), [latest])
  if (latest === undefined || latest === closed) return null
  return (
    <Suspense>
      <JobToast key={latest} jobId={latest} onClose={close} />
    </Suspense>
  )
}
