import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteArticleRefusals } from './messages.ts'
import { deleteArticle } from './operations.ts'

type Props = { article: Schema<'Article'>; onClose: () => void; onDeleted: () => void }

/** Confirms before an article is deleted. */
export default function DeleteArticleDialog({ article, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteArticle)
  const { id, title } = article
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
        <Trans>Links to it stop working. This cannot be undone.</Trans>
      </p>
    </ConfirmDialog>
  )
}
