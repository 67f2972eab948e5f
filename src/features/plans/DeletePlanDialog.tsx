import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useOffers } from '#api/offers.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { deleteByJob } from '#features/jobs/operations.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteOrderRefusals } from './messages.ts'
import { deleteOrder } from './operations.ts'

type Props = {
  plan: Schema<'Plan'>
  onClose: () => void
  /** Called with the job, which can be undone; without one on servers that have no jobs. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before a plan is deleted by a job of one; what still uses it is named. Spec 8. */
export default function DeletePlanDialog({ plan, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const mayUndo = useOffers()('createJob')
  const job = useMutation(deleteByJob)
  const deletion = useMutation(deleteOrder)
  const error = mayUndo ? job.error : deletion.error
  const { id, name } = plan
  return (
    <ConfirmDialog
      title={t`Delete the plan ${name}?`}
      action={t`Delete`}
      destroys
      pending={job.isPending || deletion.isPending}
      problem={error && i18n._(explain(error, deleteOrderRefusals))}
      onConfirm={() =>
        mayUndo
          ? job.mutate(
              { of: 'plan', kind: 'deletePlan', id },
              { onSuccess: ({ id: jobId }) => onDeleted(jobId) },
            )
          : deletion.mutate(id, { onSuccess: () => onDeleted() })
      }
      onClose={onClose}
    >
      <p>
        <Trans>
          It can no longer be bought, and groups lose it from their lists. Orders that were placed
          stay in the books.
        </Trans>{' '}
        {mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
