import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteAccountRefusals } from './messages.ts'
import { deleteAccount } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  onClose: () => void
  /** Called with the job that undoes it, if any. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before an account is deleted, and says whether it can be undone. */
export function DeleteAccountDialog({ account, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const mayUndo = useMay()('createJob')
  const deletion = useMutation(deleteAccount)
  const { id, port, user } = account
  const { error } = deletion
  return (
    <ConfirmDialog
      title={t`Delete account ${port}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={error && i18n._(explain(error, deleteAccountRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      {user ? (
        <Trans>
          Account {port} is closed on every server immediately and {user} can no longer connect with
          it.
        </Trans>
      ) : (
        <Trans>Account {port} is closed on every server immediately.</Trans>
      )}{' '}
      {mayUndo ? (
        <Trans>You can undo this for 30 days.</Trans>
      ) : (
        <Trans>This cannot be undone.</Trans>
      )}
    </ConfirmDialog>
  )
}
