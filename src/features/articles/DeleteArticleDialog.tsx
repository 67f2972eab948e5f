import { Trans, useLingui } from '@lingui/react/macro'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDeletion } from '#features/deletions/operations.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteArticleRefusals } from './messages.ts'
import { deleteArticle } from './operations.ts'

type Props = {
  article: Schema<'Article'>
  onClose: () => void
  /** Called with the job, which can be undone; without one on servers that have no jobs. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before an article is deleted by a job of one. */
export default function DeleteArticleDialog({ article, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const { id, title } = article
  const deletion = useDeletion({ of: 'article', kind: 'deleteArticle' }, id, deleteArticle)
  return (
    <ConfirmDialog
      title={t`Delete “${title}”?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={
        deletion.error
          ? i18n._(explain(deletion.error, deleteArticleRefusals))
          : deletion.isUnknown && t`This cannot be undone.`
      }
      onConfirm={() => deletion.run(onDeleted)}
      onClose={onClose}
    >
      <p>
        <Trans>Links to it stop working.</Trans>{' '}
        {deletion.mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
