import { lazy, Suspense } from 'react'
import { Problem } from '#ui/Problem.tsx'
import type { Done } from './-AccountDialogs.tsx'

const BanToast = lazy(() => import('#features/accounts/BanToast.tsx'))
const JobToast = lazy(() => import('#features/jobs/JobToast.tsx'))

/** What was just done with the account; what can be taken back is a toast. */
export function DoneNote({ done, onClose }: { done: Done; onClose: () => void }) {
  if (typeof done === 'string') return <Problem intent="success">{done}</Problem>
  return (
    <Suspense>
      {'ban' in done ? (
        <BanToast key={done.ban.sentence} done={done.ban} onClose={onClose} />
      ) : (
        <JobToast key={done.jobId} jobId={done.jobId} onClose={onClose} />
      )}
    </Suspense>
  )
}
