import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteGroupRefusals } from './messages.ts'
import { deleteGroup } from './operations.ts'

type Props = { group: Schema<'Group'>; onClose: () => void; onDeleted: () => void }

/** Confirms before a group is deleted, and says where its users go. */
export default function DeleteGroupDialog({ group, onClose, onDeleted }: Props) {
  const { t, i18n } = useLingui()
  const deletion = useMutation(deleteGroup)
  const { id, name, userNumber: count = 0 } = group
  return (
    <ConfirmDialog
      title={t`Delete the group ${name}?`}
      action={t`Delete`}
      destroys
      pending={deletion.isPending}
      problem={deletion.error && i18n._(explain(deletion.error, deleteGroupRefusals))}
      onConfirm={() =>
        deletion.mutate({ groupId: id, moveUsers: count > 0 }, { onSuccess: onDeleted })
      }
      onClose={onClose}
    >
      <p>
        {count > 0
          ? t`${plural(count, {
              one: 'The # person in it moves to the default group, and may then buy and read what that group may.',
              other:
                'The # people in it move to the default group, and may then buy and read what that group may.',
            })}`
          : t`No one is in it.`}
      </p>
      <p>
        <Trans>What was announced only to this group is no longer shown to anyone.</Trans>
      </p>
    </ConfirmDialog>
  )
}
