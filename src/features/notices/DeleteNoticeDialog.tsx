import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useOffers } from '#api/offers.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { deleteByJob } from '#features/jobs/operations.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteNoticeRefusals } from './messages.ts'
import { deleteNotice } from './operations.ts'

type Props = {
  notice: Schema<'Notice'>
  onClose: () => void
  /** Called with the job, which can be undone; without one on servers that have no jobs. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before an announcement is deleted by a job of one. */
export default function DeleteNoticeDialog({ notice, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const mayUndo = useOffers()('createJob')
  const job = useMutation(deleteByJob)
  const deletion = useMutation(deleteNotice)
  const error = mayUndo ? job.error : deletion.error
  const { id, title } = notice
  return (
    <ConfirmDialog
      title={t`Delete “${title}”?`}
      action={t`Delete`}
      destroys
      pending={job.isPending || deletion.isPending}
      problem={error && i18n._(explain(error, deleteNoticeRefusals))}
      onConfirm={() =>
        mayUndo
          ? job.mutate(
              { of: 'notice', kind: 'deleteNotice', id },
              { onSuccess: ({ id: jobId }) => onDeleted(jobId) },
            )
          : deletion.mutate(id, { onSuccess: () => onDeleted() })
      }
      onClose={onClose}
    >
      <p>
        <Trans>It can no longer be read.</Trans>{' '}
        {mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
