import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteNoticeRefusals } from './messages.ts'
import { deleteNotice } from './operations.ts'

type Props = { notice: Schema<'Notice'>; onClose: () => void; onDeleted: () => void }

/** Confirms before an announcement is deleted. */
export default function DeleteNoticeDialog({ notice, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteNotice)
  const { id, title } = notice
  return (
    <ConfirmDialog
      title={t`Delete “${title}”?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteNoticeRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        <Trans>It can no longer be read. This cannot be undone.</Trans>
      </p>
    </ConfirmDialog>
  )
}
