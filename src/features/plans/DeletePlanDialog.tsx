import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteOrderRefusals } from './messages.ts'
import { deleteOrder } from './operations.ts'

type Props = { plan: Schema<'Plan'>; onClose: () => void; onDeleted: () => void }

/** Confirms before a plan is deleted for good; what still uses it is named. Spec 8. */
export default function DeletePlanDialog({ plan, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteOrder)
  const { id, name } = plan
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
          stay in the books. This cannot be undone.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
