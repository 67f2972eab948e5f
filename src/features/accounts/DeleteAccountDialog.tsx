import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteAccountRefusals } from './messages.ts'
import { deleteAccount } from './operations.ts'

type Props = { account: Schema<'Account'>; onClose: () => void; onDeleted: () => void }

/** Asks before an account is closed for good. */
export function DeleteAccountDialog({ account, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteAccount)
  const { id, port, user } = account
  return (
    <ConfirmDialog
      title={t`Delete the account on port ${port}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteAccountRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      {user ? (
        <Trans>
          Port {port} is closed on every server at once and {user} can no longer connect with it.
          This cannot be undone.
        </Trans>
      ) : (
        <Trans>Port {port} is closed on every server at once. This cannot be undone.</Trans>
      )}
    </ConfirmDialog>
  )
}
