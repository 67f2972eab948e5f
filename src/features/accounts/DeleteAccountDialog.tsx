import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { createJob } from '#features/jobs/operations.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteAccountRefusals } from './messages.ts'
import { deleteAccount } from './operations.ts'

type Props = {
  account: Schema<'Account'>
  onClose: () => void
  /** Called with the job, which can be undone; without one on servers that have no jobs. */
  onDeleted: (jobId?: number) => void
}

/** Confirms before an account is deleted. It runs as a job on one account, so that it can be undone. */
export function DeleteAccountDialog({ account, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const mayUndo = useMay()('createJob')
  const job = useMutation(createJob)
  const deletion = useMutation(deleteAccount)
  const { id, port, user } = account
  const error = mayUndo ? job.error : deletion.error
  const confirm = () =>
    mayUndo
      ? job.mutate(
          { selection: { of: 'account', ids: [id] }, action: { kind: 'delete' }, expected: 1 },
          { onSuccess: ({ id: jobId }) => onDeleted(jobId) },
        )
      : deletion.mutate(id, { onSuccess: () => onDeleted() })
  return (
    <ConfirmDialog
      title={t`Delete the account on port ${port}?`}
      action={t`Delete`}
      destroys
      pending={job.isPending || deletion.isPending}
      problem={error && i18n._(explain(error, deleteAccountRefusals))}
      onConfirm={confirm}
      onClose={onClose}
    >
      {user ? (
        <Trans>
          Port {port} is closed on every server immediately and {user} can no longer connect with
          it.
        </Trans>
      ) : (
        <Trans>Port {port} is closed on every server immediately.</Trans>
      )}{' '}
      {mayUndo ? (
        <Trans>You can undo this for 30 days.</Trans>
      ) : (
        <Trans>This cannot be undone.</Trans>
      )}
    </ConfirmDialog>
  )
}
