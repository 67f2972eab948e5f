import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useOffers } from '#api/offers.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { deleteByJob } from '#features/jobs/operations.ts'
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
  const mayUndo = useOffers()('createJob')
  const job = useMutation(deleteByJob)
  const deletion = useMutation(deleteArticle)
  const error = mayUndo ? job.error : deletion.error
  const { id, title } = article
  return (
    <ConfirmDialog
      title={t`Delete “${title}”?`}
      action={t`Delete`}
      destroys
      pending={job.isPending || deletion.isPending}
      problem={error && i18n._(explain(error, deleteArticleRefusals))}
      onConfirm={() =>
        mayUndo
          ? job.mutate(
              { of: 'article', kind: 'deleteArticle', id },
              { onSuccess: ({ id: jobId }) => onDeleted(jobId) },
            )
          : deletion.mutate(id, { onSuccess: () => onDeleted() })
      }
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
