import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteReferralRefusals } from './messages.ts'
import { deleteReferral } from './operations.ts'

type Person = { id: number; email: string }
type Props = { source: Person; invited: Person; onClose: () => void; onDone: () => void }

/** Confirms before the record of an invitation is deleted. */
export function ForgetReferralDialog({ source, invited, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const removal = useMutation(deleteReferral)
  const { email } = invited
  const inviter = source.email
  return (
    <ConfirmDialog
      title={t`Remove this invitation?`}
      action={t`Remove`}
      destroys
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, deleteReferralRefusals))}
      onConfirm={() =>
        removal.mutate({ userId: source.id, refUserId: invited.id }, { onSuccess: onDone })
      }
      onClose={onClose}
    >
      <Trans>
        Payments of {email} no longer earn {inviter} anything, and the code can be used for another
        sign-up. Both keep their accounts and rewards.
      </Trans>
    </ConfirmDialog>
  )
}
