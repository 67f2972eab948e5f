import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { sendUserResetLinkRefusals } from './messages.ts'
import { sendUserResetLink } from './operations.ts'

type Props = {
  user: Pick<Schema<'User'>, 'id' | 'email'>
  onClose: () => void
  onSent: () => void
}

/** Confirms before a user is mailed a link that sets a new password. */
export default function ResetLinkDialog({ user, onClose, onSent }: Props) {
  const { t, i18n } = useLingui()
  const sending = useMutation(sendUserResetLink)
  const { email } = user
  return (
    <ConfirmDialog
      title={t`Send a reset link?`}
      action={t`Send`}
      pending={sending.isPending}
      problem={sending.error && i18n._(explain(sending.error, sendUserResetLinkRefusals))}
      onConfirm={() => sending.mutate(user.id, { onSuccess: onSent })}
      onClose={onClose}
    >
      <p>
        <Trans>
          {email} gets a link that sets a new password. It works for ten minutes; the old password
          works until then.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
