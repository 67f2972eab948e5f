import { Button } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDeletion } from '#features/deletions/operations.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { deleteUserRefusals } from './messages.ts'
import { deleteUser } from './operations.ts'

type Props = {
  user: Pick<Schema<'Admin'>, 'id' | 'username' | 'type'>
  /** How many accounts the person owns; while there are any, the person cannot be deleted. */
  accounts: number
  onClose: () => void
  /** Called with the job, which can be undone; without one where there are none. */
  onDeleted: (jobId?: number) => void
}

/**
 * Confirms before a person is deleted, and names what is deleted with them. Spec 8. For the main admin
 * it runs as a job on one person, so that it can be undone.
 */
export function DeleteUserDialog({ user, accounts, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const { id, username, type } = user
  const deletion = useDeletion({ of: 'user', kind: 'deleteUser' }, id, deleteUser)
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
      problem={
        deletion.error
          ? i18n._(explain(deletion.error, deleteUserRefusals))
          : deletion.isUnknown && t`This cannot be undone.`
      }
      onConfirm={() => deletion.run(onDeleted)}
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
        {deletion.mayUndo ? (
          <Trans>You can undo this for 30 days.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}
