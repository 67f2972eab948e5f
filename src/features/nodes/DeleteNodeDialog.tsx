import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteNodeRefusals } from './messages.ts'
import { deleteNode } from './operations.ts'

type Props = { node: Schema<'Node'>; onClose: () => void }

/** Asks before a machine that carries nothing is removed. */
export default function DeleteNodeDialog({ node, onClose }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteNode)
  const { id, name } = node
  return (
    <ConfirmDialog
      title={t`Remove the machine ${name}?`}
      action={t`Remove`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteNodeRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          It is removed from the list and its key is deleted: only a new command lets it join again.
          What it carried stays counted and in the charts, except for what it has not reported yet.
          This cannot be undone.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
