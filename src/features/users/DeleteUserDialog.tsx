import { Button } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { deleteUserRefusals } from './messages.ts'
import { deleteUser } from './operations.ts'

type Props = {
  user: Pick<Schema<'Admin'>, 'id' | 'username' | 'type'>
  /** How many accounts the person owns; while there are any, the person cannot be deleted. */
  accounts: number
  onClose: () => void
  /** Called with the job that undoes it, if any. */
  onDeleted: (jobId?: number) => void
}

/**
 * Confirms before a person is deleted, and names what is deleted with them. Spec 8. What the
 * main admin deletes can be undone.
 */
export function DeleteUserDialog({ user, accounts, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const { id, username, type } = user
  const deletion = useMutation(deleteUser)
  const mayUndo = useMay()('createJob')
  // The server would refuse it anyway, and say the same.
  if (accounts > 0)
    return (
      <Sheet
        alert
        title={t`${username} cannot be deleted yet`}
        onClose={onClose}
        actions={
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <p>
          {t`${plural(accounts, {
            one: 'This user owns # account. Remove it from the user or delete it first.',
            other: 'This user owns # accounts. Remove them from the user or delete them first.',
          })}`}
        </p>
      </Sheet>
    )
  return (
    <ConfirmDialog
      title={t`Delete ${username}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteUserRefusals))}
      onConfirm={() => deletion.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        {type === 'admin' ? (
          <Trans>{username} can no longer log in.</Trans>
        ) : (
          <Trans>
            {username} can no longer log in. Devices, invitation codes and messages are deleted too;
            order records stay.
          </Trans>
        )}{' '}
        {mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
