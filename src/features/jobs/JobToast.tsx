import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain, explainLoad } from '#api/refusals.ts'
import { UndoToast } from '#ui/UndoToast.tsx'
import { useActionText } from './actionText.ts'
import { undoJobRefusals } from './messages.ts'
import { problemName } from './names.ts'
import { undoJob } from './operations.ts'
import { useJob } from './useJob.ts'

type Props = { jobId: number; onClose: () => void }

/** What was just done to one account, person or plan, by a job of one, with Undo. */
export default function JobToast({ jobId, onClose }: Props) {
  const { i18n } = useLingui()
  const { data: job, error, working } = useJob(jobId)
  const undo = useMutation(undoJob)
  const actionText = useActionText()
  const failure = job?.failures[0]
  const what = job && actionText(job)
  const problem =
    (undo.error && i18n._(explain(undo.error, undoJobRefusals))) ||
    (failure && i18n._(problemName(failure.problem, job.of))) ||
    (error && !job && i18n._(explainLoad(error)))
  return (
    <UndoToast
      stays={Boolean(problem) || working || !job}
      onUndo={job?.mayUndo && !undo.isPending ? () => undo.mutate(jobId) : undefined}
      onClose={onClose}
    >
      {problem ? (
        problem
      ) : !job || working ? (
        <Trans>Saving…</Trans>
      ) : job.status === 'undone' ? (
        <Trans>Undone: {what}</Trans>
      ) : (
        <Trans>Done: {what}</Trans>
      )}
    </UndoToast>
  )
}
