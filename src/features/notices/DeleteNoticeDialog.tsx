import { Trans, useLingui } from '@lingui/react/macro'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDeletion } from '#features/deletions/operations.ts'
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
  const { id, title } = notice
  const deletion = useDeletion({ of: 'notice', kind: 'deleteNotice' }, id, deleteNotice)
  return (
    <ConfirmDialog
      title={t`Delete “${title}”?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={
        deletion.error
          ? i18n._(explain(deletion.error, deleteNoticeRefusals))
          : deletion.isUnknown && t`This cannot be undone.`
      }
      onConfirm={() => deletion.run(onDeleted)}
      onClose={onClose}
    >
      <p>
        <Trans>It can no longer be read.</Trans>{' '}
        {deletion.mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
