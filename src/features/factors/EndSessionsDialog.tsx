import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { endAdminSessionsRefusals, endUserSessionsRefusals } from './messages.ts'
import { endAdminSessions, endUserSessions } from './operations.ts'

type Props = {
  person: { id: number; username: string; type: 'admin' | 'normal' }
  onClose: () => void
  onEnded: () => void
}

/** Confirms before another person is logged out everywhere. */
export default function EndSessionsDialog({ person, onClose, onEnded }: Props) {
  const { t, i18n } = useLingui()
  const { id, username, type } = person
  const isAdmin = type === 'admin'
  const refusals = isAdmin ? endAdminSessionsRefusals : endUserSessionsRefusals
  const end = useMutation(isAdmin ? endAdminSessions : endUserSessions)
  return (
    <ConfirmDialog
      title={t`Log out everywhere?`}
      action={t`Log out`}
      destroys
      pending={end.isPending}
      problem={end.error && i18n._(explain(end.error, refusals))}
      onConfirm={() => end.mutate(id, { onSuccess: onEnded })}
      onClose={onClose}
    >
      <p>
        <Trans>
          This logs {username} out of every browser and device, and they get no more notifications.
          The password stays the same.
        </Trans>
      </p>
      {!isAdmin && (
        <p>
          <Trans>Proxy connections and subscription links go on working.</Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}
