import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteOrderRefusals } from './messages.ts'
import { deleteOrder } from './operations.ts'

type Props = {
  plan: Schema<'Plan'>
  onClose: () => void
  /** Called with the job that undoes it, if any. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before a plan is deleted; what still uses it is named. Spec 8. */
export default function DeletePlanDialog({ plan, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const { id, name } = plan
  const deletion = useMutation(deleteOrder)
  const mayUndo = useMay()('createJob')
  return (
    <ConfirmDialog
      title={t`Delete the plan ${name}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteOrderRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
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
