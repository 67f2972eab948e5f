import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteArticleRefusals } from './messages.ts'
import { deleteArticle } from './operations.ts'

type Props = {
  article: Schema<'Article'>
  onClose: () => void
  /** Called with the job that undoes it, if any. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before an article is deleted, and says whether it can be undone. */
export default function DeleteArticleDialog({ article, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const { id, title } = article
  const deletion = useMutation(deleteArticle)
  const mayUndo = useMay()('createJob')
  return (
    <ConfirmDialog
      title={t`Delete “${title}”?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteArticleRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        <Trans>Links to it stop working.</Trans>{' '}
        {mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
