import { lazy, Suspense, useState } from 'react'
import type { JobDraft, JobKind, JobSelection } from './draft.ts'

const JobBanner = lazy(async () => ({ default: (await import('./JobBanner.tsx')).JobBanner }))
const JobSheet = lazy(() => import('./JobSheet.tsx'))

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A job that was begun on the screen before, to be followed on this one. */
    startedJob?: number | undefined
  }
}

type Props = {
  /** Begun already, on the screen before. */
  started?: number | undefined
  /** The chosen action; null while there is none. */
  kind: JobKind | null
  selection: JobSelection
  /** The fields known in advance. */
  start?: Partial<JobDraft>
  onClose: () => void
  /** Something was begun, so that the selection has served. */
  onStarted: () => void
}

/** Work on many, as a list has it: the dialog that begins it, and the banner that follows it. */
export function JobDesk({ started, kind, selection, start, onClose, onStarted }: Props) {
  const [jobId, setJobId] = useState<number | null>(started ?? null)
  return (
    <>
      {jobId !== null && (
        <Suspense>
          <JobBanner key={jobId} jobId={jobId} onClose={() => setJobId(null)} />
        </Suspense>
      )}
      {kind && (
        <Suspense>
          <JobSheet
            kind={kind}
            selection={selection}
            start={start}
            onClose={onClose}
            onStarted={(id) => {
              setJobId(id)
              onStarted()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
