import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { removeAdminFactorsRefusals } from './messages.ts'
import { removeAdminFactors } from './operations.ts'

type Props = { admin: { id: number; username: string }; onClose: () => void }

/** Confirms before the second step of another admin is removed. */
export default function RemoveFactorsDialog({ admin, onClose }: Props) {
  const { t, i18n } = useLingui()
  const removal = useMutation(removeAdminFactors)
  const { id, username } = admin
  return (
    <ConfirmDialog
      title={t`Turn off two-step login?`}
      action={t`Turn off`}
      destroys
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, removeAdminFactorsRefusals))}
      onConfirm={() => removal.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          {username} will log in with only a password. The authenticator app, passkeys and recovery
          codes are removed, all sessions end, and the audit log records it.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
