import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { removeAdminFactorsRefusals } from './messages.ts'
import { removeAdminFactors } from './operations.ts'

type Props = { admin: { id: number; username: string }; onClose: () => void }

/** Asks before the second step is taken off another admin. */
export default function RemoveFactorsDialog({ admin, onClose }: Props) {
  const { t, i18n } = useLingui()
  const removal = useMutation(removeAdminFactors)
  const { id, username } = admin
  return (
    <ConfirmDialog
      title={t`Take off the second step?`}
      action={t`Take off`}
      destroys
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, removeAdminFactorsRefusals))}
      onConfirm={() => removal.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          {username} then logs in by password alone. The authenticator app, passkeys and recovery
          codes are forgotten, and every session ends. The audit log tells that you did it.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
