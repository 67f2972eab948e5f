import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { removeAdminFactorsRefusals, removeUserFactorsRefusals } from './messages.ts'
import { removeAdminFactors, removeUserFactors } from './operations.ts'

type Props = {
  person: { id: number; username: string; type: 'admin' | 'normal' }
  onClose: () => void
}

/** Confirms before the second step of another person is removed. */
export default function RemoveFactorsDialog({ person, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { id, username, type } = person
  const isAdmin = type === 'admin'
  const refusals = isAdmin ? removeAdminFactorsRefusals : removeUserFactorsRefusals
  const removal = useMutation(isAdmin ? removeAdminFactors : removeUserFactors)
  return (
    <ConfirmDialog
      title={t`Turn off two-step login?`}
      action={t`Turn off`}
      destroys
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, refusals))}
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
